// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

package workload

import (
	"context"
	"fmt"
	"time"

	clientv3 "go.etcd.io/etcd/client/v3"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer/protobuf"
	"k8s.io/client-go/kubernetes/scheme"
)

// storage reads and writes objects where the API server keeps them, in the form in
// which it does, and so without its cost for each write. Its watchers see every change.
type storage struct {
	client  *clientv3.Client
	encoder runtime.Encoder
	decoder runtime.Decoder
}

const (
	podPrefix  = "/registry/pods/"
	nodePrefix = "/registry/minions/"
)

func openStorage(endpoint string) (*storage, error) {
	client, err := clientv3.New(clientv3.Config{Endpoints: []string{endpoint}, DialTimeout: 5 * time.Second})
	if err != nil {
		return nil, err
	}
	binary := protobuf.NewSerializer(scheme.Scheme, scheme.Scheme)
	return &storage{
		client:  client,
		encoder: scheme.Codecs.EncoderForVersion(binary, corev1.SchemeGroupVersion),
		decoder: scheme.Codecs.DecoderToVersion(binary, corev1.SchemeGroupVersion),
	}, nil
}

func (s *storage) close() { _ = s.client.Close() }

// put writes whatever was there before.
func (s *storage) put(ctx context.Context, key string, object runtime.Object) error {
	content, err := runtime.Encode(s.encoder, object)
	if err != nil {
		return err
	}
	_, err = s.client.Put(ctx, key, string(content))
	return err
}

// create is put for a key that must not be there.
func (s *storage) create(ctx context.Context, key string, object runtime.Object) error {
	content, err := runtime.Encode(s.encoder, object)
	if err != nil {
		return err
	}
	answer, err := s.client.Txn(ctx).
		If(clientv3.Compare(clientv3.CreateRevision(key), "=", 0)).
		Then(clientv3.OpPut(key, string(content))).Commit()
	if err == nil && !answer.Succeeded {
		err = fmt.Errorf("%s exists already", key)
	}
	return err
}

func (s *storage) remove(ctx context.Context, key string) error {
	_, err := s.client.Delete(ctx, key)
	return err
}

// podKeys lists the keys of all pods.
func (s *storage) podKeys(ctx context.Context) ([]string, error) {
	answer, err := s.client.Get(ctx, podPrefix, clientv3.WithPrefix(), clientv3.WithKeysOnly())
	if err != nil {
		return nil, err
	}
	var keys []string
	for _, entry := range answer.Kvs {
		keys = append(keys, string(entry.Key))
	}
	return keys, nil
}

// pod reads one pod and the revision of its last change; nil when it is gone.
func (s *storage) pod(ctx context.Context, key string) (*corev1.Pod, int64, error) {
	answer, err := s.client.Get(ctx, key)
	if err != nil || len(answer.Kvs) == 0 {
		return nil, 0, err
	}
	object, err := runtime.Decode(s.decoder, answer.Kvs[0].Value)
	if err != nil {
		return nil, 0, err
	}
	pod, ok := object.(*corev1.Pod)
	if !ok {
		return nil, 0, fmt.Errorf("%s holds a %T", key, object)
	}
	return pod, answer.Kvs[0].ModRevision, nil
}

// change rewrites one pod unless someone else is faster each time; a pod that is gone
// stays gone.
func (s *storage) change(ctx context.Context, key string, edit func(*corev1.Pod)) error {
	for range 5 {
		pod, revision, err := s.pod(ctx, key)
		if err != nil || pod == nil {
			return err
		}
		edit(pod)
		content, err := runtime.Encode(s.encoder, pod)
		if err != nil {
			return err
		}
		answer, err := s.client.Txn(ctx).
			If(clientv3.Compare(clientv3.ModRevision(key), "=", revision)).
			Then(clientv3.OpPut(key, string(content))).Commit()
		if err != nil || answer.Succeeded {
			return err
		}
	}
	return fmt.Errorf("%s changes too often", key)
}

func podKey(pod *corev1.Pod) string { return podPrefix + pod.Namespace + "/" + pod.Name }
