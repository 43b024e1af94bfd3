// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

package workload

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
)

// loader creates objects through the API, or as clones when it has a storage.
type loader struct {
	asKubelet    kubernetes.Interface
	asController kubernetes.Interface
	storage      *storage
}

func create(ctx context.Context, client kubernetes.Interface, pod *corev1.Pod) error {
	_, err := client.CoreV1().Pods(pod.Namespace).Create(ctx, pod, metav1.CreateOptions{})
	return err
}

func (l *loader) createNodes(ctx context.Context, nodes []*corev1.Node) error {
	if l.storage == nil {
		return each(ctx, nodes, func(node *corev1.Node) error {
			_, err := l.asKubelet.CoreV1().Nodes().Create(ctx, node, metav1.CreateOptions{})
			return err
		})
	}
	templates, followers := firstOfEachShape(nodes, func(node *corev1.Node) any { return node })
	served := make([]*corev1.Node, len(templates))
	for index, template := range templates {
		var err error
		if served[index], err = l.asKubelet.CoreV1().Nodes().Create(ctx, template, metav1.CreateOptions{}); err != nil {
			return err
		}
	}
	return each(ctx, followers, func(f follower[*corev1.Node]) error {
		node := cloneNode(served[f.template], f.object)
		return l.storage.create(ctx, nodePrefix+node.Name, node)
	})
}

func (l *loader) createPods(ctx context.Context, pods []*corev1.Pod, nodes []*corev1.Node) error {
	if l.storage == nil {
		return each(ctx, pods, func(pod *corev1.Pod) error { return create(ctx, l.asController, pod) })
	}
	byName := map[string]*corev1.Node{}
	for _, node := range nodes {
		byName[node.Name] = node
	}
	templates, followers := firstOfEachShape(pods, podShape)
	for _, template := range templates {
		if err := create(ctx, l.asController, template); err != nil {
			return err
		}
	}
	served := make([]*corev1.Pod, len(templates))
	for index, template := range templates {
		var err error
		if served[index], err = l.waitRunning(ctx, template); err != nil {
			return err
		}
	}
	var number atomic.Int64
	return each(ctx, followers, func(f follower[*corev1.Pod]) error {
		pod := clonePod(served[f.template], f.object, byName[f.object.Spec.NodeName], int(number.Add(1)))
		return l.storage.create(ctx, podKey(pod), pod)
	})
}

// podShape leaves out what differs between pods without changing the fields.
func podShape(pod *corev1.Pod) any { return []any{pod.ObjectMeta, pod.Spec} }

// follower is an object whose shape is that of template number template.
type follower[T any] struct {
	object   T
	template int
}

func firstOfEachShape[T any](objects []T, relevant func(T) any) ([]T, []follower[T]) {
	var templates []T
	var followers []follower[T]
	byShape := map[string]int{}
	for _, object := range objects {
		fields := shape(relevant(object))
		if number, known := byShape[fields]; known {
			followers = append(followers, follower[T]{object, number})
			continue
		}
		byShape[fields] = len(templates)
		templates = append(templates, object)
	}
	return templates, followers
}

// waitRunning returns a pod once its kubelet has filled in its status.
func (l *loader) waitRunning(ctx context.Context, pod *corev1.Pod) (*corev1.Pod, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	for {
		now, err := l.asController.CoreV1().Pods(pod.Namespace).Get(ctx, pod.Name, metav1.GetOptions{})
		if err != nil {
			return nil, err
		}
		if now.Status.Phase == corev1.PodRunning {
			return now, nil
		}
		select {
		case <-ctx.Done():
			return nil, fmt.Errorf("pod %s/%s does not come to run", pod.Namespace, pod.Name)
		case <-time.After(50 * time.Millisecond):
		}
	}
}
