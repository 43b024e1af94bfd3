// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

package cases

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// MaxLineBytes bounds one case.
const MaxLineBytes = 64 << 20

// ErrLineTooLong is returned for a line over the limit; the reader stands at the next line then.
var ErrLineTooLong = errors.New("line too long")

// LineReader reads lines of at most a fixed length. It is used by one goroutine.
type LineReader struct {
	reader *bufio.Reader
	limit  int
}

// NewLineReader reads from source, refusing lines of more than limit bytes.
func NewLineReader(source io.Reader, limit int) *LineReader {
	return &LineReader{reader: bufio.NewReaderSize(source, 1<<16), limit: limit}
}

// Next returns the next line that is not blank, without its end. io.EOF ends the input.
func (l *LineReader) Next() ([]byte, error) {
	for {
		line, err := l.one()
		if err != nil {
			return nil, err
		}
		if line = bytes.TrimSpace(line); len(line) > 0 {
			return line, nil
		}
	}
}

func (l *LineReader) one() ([]byte, error) {
	var line []byte
	tooLong := false
	for {
		part, err := l.reader.ReadSlice('\n')
		if len(line)+len(part) > l.limit {
			tooLong, line = true, nil
		}
		if !tooLong {
			line = append(line, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case errors.Is(err, io.EOF) && (len(line) > 0 || tooLong):
		case err != nil:
			return nil, err
		}
		if tooLong {
			return nil, ErrLineTooLong
		}
		return line, nil
	}
}

// Serve answers each line of source on sink, in order, each flushed as soon as it and all before it are ready; up to
// workers lines are answered at a time.
func Serve(source io.Reader, sink io.Writer, workers int, answer func(line []byte) Answer) error {
	queue := make(chan chan Answer, max(workers, 1)-1)
	slots := make(chan struct{}, max(workers, 1))
	stop := make(chan struct{})
	var readError error
	go func() {
		defer close(queue)
		reader := NewLineReader(source, MaxLineBytes)
		for {
			line, err := reader.Next()
			if errors.Is(err, io.EOF) {
				return
			}
			if err != nil && !errors.Is(err, ErrLineTooLong) {
				readError = err
				return
			}
			result := make(chan Answer, 1)
			if err != nil {
				result <- Answer{Error: fmt.Sprintf("a line has more than %d bytes", MaxLineBytes)}
			} else {
				slots <- struct{}{}
				go func() {
					defer func() { <-slots }()
					result <- answer(line)
				}()
			}
			select {
			case queue <- result:
			case <-stop:
				return
			}
		}
	}()
	defer close(stop)
	buffered := bufio.NewWriterSize(sink, 1<<16)
	encoder := json.NewEncoder(buffered)
	encoder.SetEscapeHTML(false)
	for result := range queue {
		if err := encoder.Encode(<-result); err != nil {
			return err
		}
		if err := buffered.Flush(); err != nil {
			return err
		}
	}
	return readError
}
