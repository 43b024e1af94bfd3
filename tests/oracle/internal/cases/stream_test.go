// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

package cases_test

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"binnacle/tests/oracle/internal/cases"
)

func echo(line []byte) cases.Answer { return cases.Answer{ID: string(line)} }

func TestALineOverTheLimitIsRefusedAndTheNextIsRead(t *testing.T) {
	reader := cases.NewLineReader(strings.NewReader("short\n"+strings.Repeat("x", 200000)+"\n\n  last"), 1000)
	for _, want := range []string{"short", "", "last"} {
		line, err := reader.Next()
		if want == "" {
			if !errors.Is(err, cases.ErrLineTooLong) {
				t.Errorf("%q, %v", line, err)
			}
		} else if err != nil || string(line) != want {
			t.Errorf("%q, %v, want %q", line, err, want)
		}
	}
	if _, err := reader.Next(); !errors.Is(err, io.EOF) {
		t.Error(err)
	}
}

func TestAnswersKeepTheOrderWithManyWorkers(t *testing.T) {
	var asked strings.Builder
	for index := range 200 {
		fmt.Fprintln(&asked, index)
	}
	var answers strings.Builder
	slow := func(line []byte) cases.Answer {
		if len(line) == 1 {
			time.Sleep(time.Millisecond)
		}
		return echo(line)
	}
	if err := cases.Serve(strings.NewReader(asked.String()), &answers, 8, slow); err != nil {
		t.Fatal(err)
	}
	scanner := bufio.NewScanner(strings.NewReader(answers.String()))
	count := 0
	for ; scanner.Scan(); count++ {
		var answer cases.Answer
		if err := json.Unmarshal(scanner.Bytes(), &answer); err != nil || answer.ID != fmt.Sprint(count) {
			t.Fatalf("answer %d is %q, %v", count, answer.ID, err)
		}
	}
	if count != 200 {
		t.Errorf("%d answers", count)
	}
}

func TestEachAnswerComesBeforeTheNextCaseIsAsked(t *testing.T) {
	questions, ask := io.Pipe()
	hear, answers := io.Pipe()
	ended := make(chan error, 1)
	go func() { ended <- cases.Serve(questions, answers, 1, echo) }()
	replies := bufio.NewReader(hear)
	for index := range 3 {
		fmt.Fprintln(ask, index)
		if reply, err := replies.ReadString('\n'); err != nil || !strings.Contains(reply, fmt.Sprintf(`"id":"%d"`, index)) {
			t.Fatalf("%q, %v", reply, err)
		}
	}
	ask.Close()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}
