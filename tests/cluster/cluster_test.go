// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

package cluster_test

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/kubernetes"

	"binnacle/tests/cluster/internal/controlplane"
	"binnacle/tests/cluster/internal/workload"
)

// One instance serves these tests in order, because starting one takes seconds.
func TestAnInstanceFromUpToDown(t *testing.T) {
	needControlPlane(t)
	t.Parallel()
	state := up(t, "whole", "--nodes", "12", "--pods", "30", "--pending", "12", "--metrics")
	client := clientFor(t, state.Kubeconfig)
	t.Run("the server answers with the stamped version", func(t *testing.T) {
		version, err := client.Discovery().ServerVersion()
		if err != nil || version.GitVersion != controlplane.KubernetesVersion {
			t.Fatalf("%v, %v", version, err)
		}
	})
	t.Run("nodes are registered, ready and have leases", func(t *testing.T) { nodesAreReady(t, client, 12) })
	t.Run("loaded pods run and waiting pods wait", func(t *testing.T) { podsAreLoaded(t, client, 30, 12) })
	t.Run("a pod waits, is bound, runs, is deleted, and is gone", func(t *testing.T) { podLives(t, client, state) })
	t.Run("a pod too big for its node is turned away", func(t *testing.T) { podIsTurnedAway(t, client) })
	t.Run("each kubeconfig is answered as its name says", func(t *testing.T) { kubeconfigsAnswer(t, state) })
	t.Run("metrics come through the aggregation layer", func(t *testing.T) { metricsAreServed(t, client, state, 12) })
	t.Run("load adds to what is there", func(t *testing.T) {
		after := decodeState(t, mustRun(t, "load", "--name", "whole", "--nodes", "2", "--pods", "6", "--pending", "1"))
		if after.Nodes != 14 || after.Pods != 36 || after.Pending != 13 {
			t.Errorf("%d nodes, %d pods, %d waiting", after.Nodes, after.Pods, after.Pending)
		}
	})
	t.Run("a storm's events are all delivered", func(t *testing.T) { stormIsDelivered(t, state) })
	t.Run("the API server stops and comes back on its port with its data", func(t *testing.T) { serverComesBack(t, client) })
	t.Run("a paused API server accepts and does not answer", func(t *testing.T) { serverHangs(t, state, client) })
	t.Run("after a restart with compaction an old watch is 410 Gone", func(t *testing.T) { oldWatchIsGone(t, client) })
	t.Run("down leaves no process and no file", func(t *testing.T) {
		mustRun(t, "down", "--name", "whole")
		mustBeGone(t, state)
	})
}

func nodesAreReady(t *testing.T, client kubernetes.Interface, count int) {
	nodes, err := client.CoreV1().Nodes().List(context.Background(), metav1.ListOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if len(nodes.Items) != count {
		t.Fatalf("%d nodes", len(nodes.Items))
	}
	for _, node := range nodes.Items {
		ready := false
		for _, condition := range node.Status.Conditions {
			ready = ready || (condition.Type == corev1.NodeReady && condition.Status == corev1.ConditionTrue)
		}
		if !ready {
			t.Errorf("%s is not ready", node.Name)
		}
	}
	eventually(t, "every node has a lease", func() bool {
		leases, err := client.CoordinationV1().Leases(corev1.NamespaceNodeLease).List(context.Background(), metav1.ListOptions{})
		return err == nil && len(leases.Items) == count
	})
}

func podsAreLoaded(t *testing.T, client kubernetes.Interface, running, waiting int) {
	pods, err := client.CoreV1().Pods(metav1.NamespaceAll).List(context.Background(), metav1.ListOptions{})
	if err != nil {
		t.Fatal(err)
	}
	counts := map[string]int{}
	for _, pod := range pods.Items {
		counts[string(pod.Status.Phase)+"/"+pod.Spec.SchedulerName]++
		if len(pod.ManagedFields) == 0 {
			t.Errorf("%s has no managedFields", pod.Name)
		}
	}
	if counts["Running/default-scheduler"] != running || counts["Pending/binnacle"] != waiting || len(counts) != 2 {
		t.Errorf("%v", counts)
	}
}

// podLives binds with the operator's token, as the console would.
func podLives(t *testing.T, admin kubernetes.Interface, state controlplane.State) {
	operator := clientFor(t, state.Kubeconfigs["token"])
	ctx := context.Background()
	pod := makePod("lives", "10m")
	if _, err := admin.CoreV1().Pods("default").Create(ctx, pod, metav1.CreateOptions{}); err != nil {
		t.Fatal(err)
	}
	time.Sleep(500 * time.Millisecond)
	waiting, err := admin.CoreV1().Pods("default").Get(ctx, "lives", metav1.GetOptions{})
	if err != nil || waiting.Status.Phase != corev1.PodPending || waiting.Spec.NodeName != "" {
		t.Fatalf("not waiting: %v, %v", waiting.Status.Phase, err)
	}
	bind(t, operator, "lives", "node-00003")
	eventually(t, "the bound pod runs", func() bool {
		now, err := admin.CoreV1().Pods("default").Get(ctx, "lives", metav1.GetOptions{})
		return err == nil && now.Status.Phase == corev1.PodRunning && now.Status.PodIP != "" && now.Status.ContainerStatuses[0].Ready
	})
	if err := admin.CoreV1().Pods("default").Delete(ctx, "lives", metav1.DeleteOptions{}); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the deleted pod is gone", func() bool {
		_, err := admin.CoreV1().Pods("default").Get(ctx, "lives", metav1.GetOptions{})
		return apierrors.IsNotFound(err)
	})
}

func podIsTurnedAway(t *testing.T, client kubernetes.Interface) {
	ctx := context.Background()
	if _, err := client.CoreV1().Pods("default").Create(ctx, makePod("huge", "4000"), metav1.CreateOptions{}); err != nil {
		t.Fatal(err)
	}
	bind(t, client, "huge", "node-00003")
	eventually(t, "the pod fails with OutOfcpu", func() bool {
		now, err := client.CoreV1().Pods("default").Get(ctx, "huge", metav1.GetOptions{})
		return err == nil && now.Status.Phase == corev1.PodFailed && now.Status.Reason == "OutOfcpu"
	})
	if err := client.CoreV1().Pods("default").Delete(ctx, "huge", metav1.DeleteOptions{}); err != nil {
		t.Fatal(err)
	}
}

func kubeconfigsAnswer(t *testing.T, state controlplane.State) {
	want := map[string]string{
		"admin": "ok", "reader": "ok", "token": "ok", "token-file": "ok",
		"forbidden": "Forbidden", "expired": "Unauthorized", "wrong-client-ca": "Unauthorized", "bad-token": "Unauthorized",
		"wrong-ca": "certificate signed by unknown authority",
	}
	for user, expected := range want {
		_, err := clientFor(t, state.Kubeconfigs[user]).CoreV1().Nodes().List(context.Background(), metav1.ListOptions{Limit: 1})
		switch {
		case err == nil && expected != "ok",
			err != nil && !strings.Contains(err.Error(), expected) && string(apierrors.ReasonForError(err)) != expected:
			t.Errorf("%s: want %s, got %v", user, expected, err)
		}
	}
	reader := clientFor(t, state.Kubeconfigs["reader"])
	binding := &corev1.Binding{ObjectMeta: metav1.ObjectMeta{Name: "any"}, Target: corev1.ObjectReference{Kind: "Node", Name: "node-00001"}}
	if err := reader.CoreV1().Pods("default").Bind(context.Background(), binding, metav1.CreateOptions{}); !apierrors.IsForbidden(err) {
		t.Errorf("the reader may bind: %v", err)
	}
}

func metricsAreServed(t *testing.T, client kubernetes.Interface, state controlplane.State, nodes int) {
	for user, path := range state.Kubeconfigs {
		if user != "admin" && user != "reader" {
			continue
		}
		content, err := clientFor(t, path).Discovery().RESTClient().Get().AbsPath("/apis/metrics.k8s.io/v1beta1/nodes").DoRaw(context.Background())
		if err != nil {
			t.Fatalf("%s: %v", user, err)
		}
		if count := strings.Count(string(content), "\"usage\""); count != nodes-1 {
			t.Errorf("%s: %d nodes have figures, want all but one of %d", user, count, nodes)
		}
	}
	content, err := client.Discovery().RESTClient().Get().AbsPath("/apis/metrics.k8s.io/v1beta1/pods").DoRaw(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	for _, suffix := range []string{"n\"", "u\""} {
		if !strings.Contains(string(content), suffix) {
			t.Errorf("no cpu figure ends in %s", suffix)
		}
	}
}

func stormIsDelivered(t *testing.T, state controlplane.State) {
	for _, through := range []string{"auto", "api"} {
		output := mustRun(t, "storm", "--kubeconfig", state.Kubeconfig, "--rate", "50", "--seconds", "2", "--through", through)
		var sent, delivered int
		fields := map[string]*int{"sent": &sent, "delivered": &delivered}
		for name, target := range fields {
			_, rest, _ := strings.Cut(output, "\""+name+"\":")
			if _, err := fmt.Sscanf(rest, "%d", target); err != nil {
				t.Fatalf("no %s in %s", name, output)
			}
		}
		if sent < 100 || delivered < sent {
			t.Errorf("%s: sent %d, delivered %d", through, sent, delivered)
		}
	}
}

func serverComesBack(t *testing.T, client kubernetes.Interface) {
	mustRun(t, "stop-apiserver", "--name", "whole")
	if _, err := client.Discovery().ServerVersion(); err == nil {
		t.Fatal("a stopped server answers")
	}
	if output, err := run(t, "stop-apiserver", "--name", "whole"); err == nil {
		t.Errorf("stopping twice succeeds: %s", output)
	}
	mustRun(t, "start-apiserver", "--name", "whole")
	nodes, err := client.CoreV1().Nodes().List(context.Background(), metav1.ListOptions{})
	if err != nil || len(nodes.Items) != 14 {
		t.Fatalf("%v", err)
	}
}

func serverHangs(t *testing.T, state controlplane.State, client kubernetes.Interface) {
	mustRun(t, "pause-apiserver", "--name", "whole")
	brief, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	_, err := clientFor(t, state.Kubeconfigs["token"]).CoreV1().Nodes().List(brief, metav1.ListOptions{Limit: 1})
	if err == nil || apierrors.ReasonForError(err) != metav1.StatusReasonUnknown {
		t.Errorf("a paused server answers: %v", err)
	}
	mustRun(t, "resume-apiserver", "--name", "whole")
	if _, err := client.Discovery().ServerVersion(); err != nil {
		t.Error(err)
	}
}

func oldWatchIsGone(t *testing.T, client kubernetes.Interface) {
	before, err := client.CoreV1().Pods(metav1.NamespaceAll).List(context.Background(), metav1.ListOptions{Limit: 2})
	if err != nil {
		t.Fatal(err)
	}
	mustRun(t, "fault", "restart", "--compact", "--name", "whole")
	watcher, err := client.CoreV1().Pods(metav1.NamespaceAll).Watch(context.Background(), metav1.ListOptions{ResourceVersion: before.ResourceVersion})
	if err == nil {
		defer watcher.Stop()
		event := <-watcher.ResultChan()
		err = apierrors.FromObject(event.Object)
	}
	if !apierrors.IsResourceExpired(err) && !apierrors.IsGone(err) {
		t.Errorf("watch: %v", err)
	}
	_, err = client.CoreV1().Pods(metav1.NamespaceAll).List(context.Background(), metav1.ListOptions{Limit: 2, Continue: before.Continue})
	if !apierrors.IsResourceExpired(err) {
		t.Errorf("page token: %v", err)
	}
}

func TestInstancesLiveSideBySideAndEndWithTheirInput(t *testing.T) {
	needControlPlane(t)
	t.Parallel()
	elsewhere := filepath.Join(t.TempDir(), "elsewhere")
	first := upForeground(t, "first", "--nodes", "2", "--pods", "3", "--pending", "1")
	second := up(t, "second", "--nodes", "3", "--pods", "3", "--pending", "1", "--state-dir", elsewhere)
	for state, count := range map[*controlplane.State]int{&first.state: 2, &second: 3} {
		nodes, err := clientFor(t, state.Kubeconfig).CoreV1().Nodes().List(context.Background(), metav1.ListOptions{})
		if err != nil || len(nodes.Items) != count {
			t.Errorf("%s: %v", state.Name, err)
		}
	}
	if _, err := run(t, "up", "--name", "second"); err == nil {
		t.Error("a name can be used twice")
	}
	first.input.Close()
	select {
	case err := <-first.ended:
		if err != nil {
			t.Errorf("the foreground instance ended with %v", err)
		}
	case <-time.After(30 * time.Second):
		t.Fatal("a foreground instance outlives its input")
	}
	mustBeGone(t, first.state)
	if !second.Processes["kube-apiserver"].Alive() {
		t.Error("ending one instance ended the other")
	}
	if err := syscall.Kill(second.Processes["supervisor"].Pid, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the kernel ends the children of a crashed supervisor", func() bool {
		return !second.Processes["etcd"].Alive() && !second.Processes["kube-apiserver"].Alive()
	})
	mustRun(t, "down", "--name", "second")
	mustBeGone(t, second)
}

// A large load is written past the API server; the server must take the clones for its own.
func TestALargeLoadHoldsObjectsTheServerAccepts(t *testing.T) {
	needControlPlane(t)
	t.Parallel()
	state := up(t, "large", "--nodes", "300", "--pods", "1300", "--pending", "0")
	client := clientFor(t, state.Kubeconfig)
	ctx := context.Background()
	pods, err := client.CoreV1().Pods(metav1.NamespaceAll).List(ctx, metav1.ListOptions{})
	if err != nil || len(pods.Items) != 1300 {
		t.Fatalf("%d pods, %v", len(pods.Items), err)
	}
	seen := map[types.UID]bool{}
	for _, pod := range pods.Items {
		if seen[pod.UID] || pod.Status.Phase != corev1.PodRunning || len(pod.ManagedFields) != 2 {
			t.Fatalf("%s: uid %s, %s, %d managers", pod.Name, pod.UID, pod.Status.Phase, len(pod.ManagedFields))
		}
		seen[pod.UID] = true
	}
	last := pods.Items[len(pods.Items)-1]
	last.Labels["checked"] = "true"
	if _, err := client.CoreV1().Pods(last.Namespace).Update(ctx, &last, metav1.UpdateOptions{}); err != nil {
		t.Error(err)
	}
	if err := client.CoreV1().Pods(last.Namespace).Delete(ctx, last.Name, metav1.DeleteOptions{}); err != nil {
		t.Error(err)
	}
	eventually(t, "a deleted clone is gone", func() bool {
		_, err := client.CoreV1().Pods(last.Namespace).Get(ctx, last.Name, metav1.GetOptions{})
		return apierrors.IsNotFound(err)
	})
	node, err := client.CoreV1().Nodes().Get(ctx, "node-00299", metav1.GetOptions{})
	if err != nil {
		t.Fatal(err)
	}
	node.Spec.Unschedulable = true
	if _, err := client.CoreV1().Nodes().Update(ctx, node, metav1.UpdateOptions{}); err != nil {
		t.Error(err)
	}
}

func TestUsageErrorsAreExplained(t *testing.T) {
	needControlPlane(t)
	for _, arguments := range [][]string{{}, {"bogus"}, {"up", "--nodes", "many"}, {"down", "extra"}} {
		if _, err := run(t, arguments...); err == nil || !strings.Contains(err.Error(), "exit status 2") {
			t.Errorf("%v: %v", arguments, err)
		}
	}
	if _, err := run(t, "down", "--name", "nobody"); err == nil || !strings.Contains(err.Error(), "no such instance") {
		t.Errorf("%v", err)
	}
}

func makePod(name, cpu string) *corev1.Pod {
	pod := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Name: name}}
	pod.Spec.SchedulerName = workload.SchedulerName
	pod.Spec.Containers = []corev1.Container{{Name: "main", Image: "registry.example/web:1.4"}}
	pod.Spec.Containers[0].Resources.Requests = corev1.ResourceList{corev1.ResourceCPU: resource.MustParse(cpu)}
	return pod
}

func bind(t *testing.T, client kubernetes.Interface, pod, node string) {
	t.Helper()
	err := client.CoreV1().Pods("default").Bind(context.Background(), &corev1.Binding{
		ObjectMeta: metav1.ObjectMeta{Name: pod}, Target: corev1.ObjectReference{Kind: "Node", Name: node},
	}, metav1.CreateOptions{})
	if err != nil {
		t.Fatal(err)
	}
}
