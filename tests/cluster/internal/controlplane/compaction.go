// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

package controlplane

import (
	"context"
	"strconv"
	"time"

	clientv3 "go.etcd.io/etcd/client/v3"
)

// compactRevisionKey is where API servers tell each other up to which revision the
// history is gone (k8s.io/apiserver, pkg/storage/etcd3/compact.go).
const compactRevisionKey = "compact_rev_key"

// Compact drops etcd's whole history, so that list page tokens and watches that name an
// earlier resourceVersion are answered 410 Gone: page tokens at once, watches once the
// API server's own cache is gone too, that is after a restart.
func (p *Plane) Compact(ctx context.Context) error {
	client, err := clientv3.New(clientv3.Config{
		Endpoints:   []string{p.StorageEndpoint()},
		DialTimeout: 5 * time.Second,
	})
	if err != nil {
		return err
	}
	defer client.Close()
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	// A few writes, so that every resourceVersion seen so far lies before the compaction.
	var revision int64
	for range 8 {
		answer, err := client.Put(ctx, "/binnacle/compaction", time.Now().UTC().Format(time.RFC3339Nano))
		if err != nil {
			return err
		}
		revision = answer.Header.Revision
	}
	if _, err := client.Put(ctx, compactRevisionKey, strconv.FormatInt(revision, 10)); err != nil {
		return err
	}
	_, err = client.Compact(ctx, revision)
	return err
}
