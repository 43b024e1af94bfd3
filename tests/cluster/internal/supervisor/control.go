// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

package supervisor

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"

	"binnacle/tests/cluster/internal/controlplane"
	"binnacle/tests/cluster/internal/workload"
)

// Request is a command to a running supervisor.
type Request struct {
	// Verb is load, stop-apiserver, start-apiserver, pause-apiserver, resume-apiserver,
	// restart-apiserver or compact.
	Verb string `json:"verb"`
	// Kill stops the API server without asking it to finish first.
	Kill bool `json:"kill,omitempty"`
	// Compact drops etcd's history while the API server is down for a restart.
	Compact bool          `json:"compact,omitempty"`
	Plan    workload.Plan `json:"plan,omitzero"`
}

// politeStop is how long the API server may take to end its connections.
const politeStop = 2 * time.Second

// serveControl listens on the instance's control port; only holders of the token in
// state.json, which only its owner can read, are served.
func (s *supervisor) serveControl(ctx context.Context) error {
	raw := make([]byte, 24)
	if _, err := rand.Read(raw); err != nil {
		return err
	}
	token := hex.EncodeToString(raw)
	listener, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", s.plane.State().Ports["control"]))
	if err != nil {
		return err
	}
	if err := s.plane.Update(func(state *controlplane.State) { state.ControlToken = token }); err != nil {
		return err
	}
	busy := make(chan struct{}, 1)
	server := &http.Server{ReadHeaderTimeout: 10 * time.Second, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if subtle.ConstantTimeCompare([]byte(r.Header.Get("Authorization")), []byte("Bearer "+token)) != 1 {
			http.Error(w, "unauthorized", http.StatusUnauthorized)
			return
		}
		var request Request
		if err := json.NewDecoder(io.LimitReader(r.Body, 1<<20)).Decode(&request); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		// One command at a time.
		busy <- struct{}{}
		defer func() { <-busy }()
		if err := s.obey(ctx, request); err != nil {
			http.Error(w, err.Error(), http.StatusConflict)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(s.plane.State())
	})}
	go func() {
		<-ctx.Done()
		_ = server.Close()
	}()
	go func() { _ = server.Serve(listener) }()
	return nil
}

func (s *supervisor) obey(ctx context.Context, request Request) error {
	grace := politeStop
	if request.Kill {
		grace = 0
	}
	switch request.Verb {
	case "load":
		return s.load(ctx, request.Plan)
	case "stop-apiserver":
		return s.plane.StopAPIServer(grace)
	case "start-apiserver":
		return s.plane.StartAPIServer(ctx)
	case "pause-apiserver":
		return s.plane.PauseAPIServer()
	case "resume-apiserver":
		return s.plane.ResumeAPIServer()
	case "compact":
		return s.plane.Compact(ctx)
	case "restart-apiserver":
		if err := s.plane.StopAPIServer(grace); err != nil {
			return err
		}
		if request.Compact {
			if err := s.plane.Compact(ctx); err != nil {
				return err
			}
		}
		return s.plane.StartAPIServer(ctx)
	}
	return fmt.Errorf("unknown verb %q", request.Verb)
}

// Send passes a command to the supervisor of a running instance and returns its state.
func Send(ctx context.Context, state controlplane.State, request Request) (controlplane.State, error) {
	if !state.Processes["supervisor"].Alive() {
		return state, fmt.Errorf("the supervisor of instance %q has ended: run `down --name %s`", state.Name, state.Name)
	}
	body, err := json.Marshal(request)
	if err != nil {
		return state, err
	}
	url := fmt.Sprintf("http://127.0.0.1:%d/", state.Ports["control"])
	call, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		return state, err
	}
	call.Header.Set("Authorization", "Bearer "+state.ControlToken)
	// Never through a proxy of the environment.
	client := &http.Client{Transport: &http.Transport{}}
	defer client.CloseIdleConnections()
	answer, err := client.Do(call)
	if err != nil {
		return state, err
	}
	defer answer.Body.Close()
	content, err := io.ReadAll(io.LimitReader(answer.Body, 1<<20))
	if err != nil {
		return state, err
	}
	if answer.StatusCode != http.StatusOK {
		return state, fmt.Errorf("%s: %s", request.Verb, strings.TrimSpace(string(content)))
	}
	return state, json.Unmarshal(content, &state)
}
