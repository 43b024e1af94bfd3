// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

package decide_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"binnacle/tests/oracle/internal/cases"
	"binnacle/tests/oracle/internal/decide"
)

func object(format string, values ...any) json.RawMessage {
	return json.RawMessage(fmt.Sprintf(format, values...))
}

// node has room for so much; more is members of metadata, spec and status.
func node(name, cpu, labels, spec string) json.RawMessage {
	return object(`{"apiVersion":"v1","kind":"Node","metadata":{"name":%q,"labels":{%s}},"spec":{%s},"status":{"allocatable":{"cpu":%q,"memory":"8Gi","pods":"10"}}}`,
		name, labels, spec, cpu)
}

func pod(name, cpu, labels, spec, status string) json.RawMessage {
	return object(`{"apiVersion":"v1","kind":"Pod","metadata":{"name":%q,"namespace":"default","labels":{%s}},"spec":{"containers":[{"name":"c","resources":{"requests":{"cpu":%q}}}]%s},"status":{%s}}`,
		name, labels, cpu, spec, status)
}

func answered(t *testing.T, asked cases.Case) cases.Answer {
	t.Helper()
	answer := decide.Case(&asked)
	if answer.Error != "" {
		t.Fatal(answer.Error)
	}
	return answer
}

func one(t *testing.T, objects ...json.RawMessage) cases.PodAnswer {
	t.Helper()
	return answered(t, cases.Case{Objects: objects, Decide: []string{"default/asked"}}).Pods[0]
}

func rejectedBy(t *testing.T, answer cases.PodAnswer, node, plugin, code string) {
	t.Helper()
	if got := answer.Rejected[node]; got.Plugin != plugin || got.Code != code || len(got.Reasons) == 0 {
		t.Errorf("%s: %+v, want %s by %s", node, got, code, plugin)
	}
}

func TestAPodFitsToTheLastMilliAndNotOneMore(t *testing.T) {
	answer := one(t, node("a", "1", "", ""), node("b", "999m", "", ""), pod("asked", "1", "", "", ""))
	if answer.Status != cases.Scheduled || !slices.Equal(answer.Best, []string{"a"}) {
		t.Errorf("%+v", answer)
	}
	rejectedBy(t, answer, "b", "NodeResourcesFit", "UnschedulableAndUnresolvable")
}

func TestTheEmptierNodeScoresByLeastAllocated(t *testing.T) {
	answer := one(t, node("a", "4", "", ""), node("b", "4", "", ""),
		pod("there", "2", "", `,"nodeName":"a"`, ""), pod("asked", "1", "", "", ""))
	// The default memory request of 200 MB counts for scores: (100 - 400/8192*100) and (100 - 200/8192*100), whole.
	// Of cpu 1 and 3 of 4 are free.
	a, b := answer.Feasible["a"].Plugins["NodeResourcesFit"], answer.Feasible["b"].Plugins["NodeResourcesFit"]
	if a.Raw != (25+95)/2 || b.Raw != (75+97)/2 || b.Weight != 1 || b.Normalized != b.Raw {
		t.Errorf("%+v and %+v", a, b)
	}
	if !slices.Equal(answer.Best, []string{"b"}) {
		t.Errorf("best is %v", answer.Best)
	}
}

func TestATaintKeepsOutAndAPreferenceOnlyScores(t *testing.T) {
	answer := one(t, node("hard", "4", "", `"taints":[{"key":"k","value":"v","effect":"NoSchedule"}]`),
		node("soft", "4", "", `"taints":[{"key":"k","value":"v","effect":"PreferNoSchedule"}]`), node("free", "4", "", ""),
		pod("asked", "1", "", "", ""))
	rejectedBy(t, answer, "hard", "TaintToleration", "UnschedulableAndUnresolvable")
	soft, free := answer.Feasible["soft"].Plugins["TaintToleration"], answer.Feasible["free"].Plugins["TaintToleration"]
	if soft != (cases.PluginScore{Raw: 1, Normalized: 0, Weight: 3}) || free != (cases.PluginScore{Raw: 0, Normalized: 100, Weight: 3}) {
		t.Errorf("%+v and %+v", soft, free)
	}
}

func TestTotalsAreTheWeightedSumAndBestIsTheirHighest(t *testing.T) {
	answer := one(t, node("a", "4", "", ""), node("b", "4", "", ""), node("c", "2", "", ""), pod("asked", "1", "", "", ""))
	for name, score := range answer.Feasible {
		var sum int64
		for _, plugin := range score.Plugins {
			sum += plugin.Normalized * plugin.Weight
		}
		if sum != score.Total {
			t.Errorf("%s: %d, plugins sum to %d", name, score.Total, sum)
		}
	}
	if !slices.Equal(answer.Best, []string{"a", "b"}) {
		t.Errorf("best is %v", answer.Best)
	}
}

func TestAnEmptyNodeSelectorTermMatchesNoNode(t *testing.T) {
	answer := one(t, node("a", "4", "", ""), pod("asked", "1", "",
		`,"affinity":{"nodeAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":{"nodeSelectorTerms":[{}]}}}`, ""))
	rejectedBy(t, answer, "a", "NodeAffinity", "UnschedulableAndUnresolvable")
}

func TestNodesThatPreFilterLeavesOutAreMarked(t *testing.T) {
	pinned := func(nodes string) string {
		return fmt.Sprintf(`,"affinity":{"nodeAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":{"nodeSelectorTerms":[{"matchFields":[%s]}]}}}`, nodes)
	}
	field := `{"key":"metadata.name","operator":"In","values":[%q]}`
	nodes := []json.RawMessage{node("a", "4", "", ""), node("b", "4", "", "")}
	answer := one(t, append(nodes, pod("asked", "1", "", pinned(fmt.Sprintf(field, "a")), ""))...)
	if left := answer.Rejected["b"]; !left.PreFilter || left.Plugin != "NodeAffinity" || len(answer.Feasible) != 1 {
		t.Errorf("%+v", answer)
	}
	answer = one(t, append(nodes, pod("asked", "1", "", pinned(fmt.Sprintf(field+","+field, "a", "b")), ""))...)
	if answer.PreFilter == nil || answer.PreFilter.Code != "UnschedulableAndUnresolvable" || answer.Status != cases.Unschedulable {
		t.Errorf("%+v", answer)
	}
}

func TestAGatedPodIsNotDecided(t *testing.T) {
	answer := one(t, node("a", "4", "", ""), pod("asked", "1", "", `,"schedulingGates":[{"name":"example.com/wait"}]`, ""))
	if answer.Status != cases.Gated || answer.Gate == nil || answer.Gate.Plugin != "SchedulingGates" {
		t.Errorf("%+v", answer)
	}
}

func TestAPodThatNamesItsNodeIsDecidedAsIfQueued(t *testing.T) {
	answer := one(t, node("a", "1", "", ""), node("b", "1", "", ""), pod("asked", "1", "", `,"nodeName":"a"`, ""))
	rejectedBy(t, answer, "b", "NodeName", "UnschedulableAndUnresolvable")
	if !slices.Equal(answer.Best, []string{"a"}) {
		t.Errorf("best is %v", answer.Best)
	}
}

func TestRoomIsKeptForANominatedPodOfNoLowerPriority(t *testing.T) {
	objects := func(priority int, more string) []json.RawMessage {
		return []json.RawMessage{node("a", "1", "", ""), pod("other", "1", "", fmt.Sprintf(`,"priority":%d%s`, priority, more), `"nominatedNodeName":"a"`),
			pod("asked", "1", "", `,"priority":5`, "")}
	}
	rejectedBy(t, one(t, objects(5, "")...), "a", "NodeResourcesFit", "Unschedulable")
	if answer := one(t, objects(4, "")...); answer.Status != cases.Scheduled {
		t.Errorf("%+v", answer)
	}
	if answer := one(t, objects(5, `,"schedulingGates":[{"name":"example.com/wait"}]`)...); answer.Status != cases.Scheduled {
		t.Errorf("a gated pod holds room: %+v", answer)
	}
}

func TestThePodsOwnNominatedNodeIsReportedIfItPasses(t *testing.T) {
	answer := one(t, node("a", "1", "", ""), node("b", "4", "", ""), pod("asked", "1", "", "", `"nominatedNodeName":"a"`))
	if answer.Nominated != "a" || !slices.Equal(answer.Best, []string{"b"}) {
		t.Errorf("%+v", answer)
	}
}

func victim(name, node string, priority int, start string) json.RawMessage {
	return pod(name, "1", `"app":"v"`, fmt.Sprintf(`,"nodeName":%q,"priority":%d`, node, priority), fmt.Sprintf(`"startTime":%q`, start))
}

func TestPreemptionListsEveryCandidateAndTheTies(t *testing.T) {
	early, late := "2026-01-01T00:00:00Z", "2026-01-01T01:00:00Z"
	objects := []json.RawMessage{
		node("a", "1", "", ""), node("b", "1", "", ""), node("c", "1", "", ""), node("d", "1", "", ""), node("e", "1", "", ""),
		victim("va", "a", 1, late), victim("vb", "b", 1, early), victim("vc", "c", 1, late), victim("vd", "d", 2, late), victim("ve", "e", 9, late),
	}
	answer := one(t, append(objects, pod("asked", "1", "", `,"priority":5`, ""))...)
	var found []string
	for _, candidate := range answer.Preemption.Candidates {
		found = append(found, candidate.Node+":"+strings.Join(candidate.Victims, ","))
	}
	if !slices.Equal(found, []string{"a:default/va", "b:default/vb", "c:default/vc", "d:default/vd"}) {
		t.Errorf("candidates %v", found)
	}
	if !slices.Equal(answer.Preemption.Best, []string{"a", "c"}) {
		t.Errorf("best is %v", answer.Preemption.Best)
	}
	answer = one(t, append(objects, pod("asked", "1", "", `,"priority":5,"preemptionPolicy":"Never"`, ""))...)
	if answer.Preemption.Reason == "" || len(answer.Preemption.Candidates) != 0 {
		t.Errorf("%+v", answer.Preemption)
	}
}

func TestABudgetThatWouldBreakMakesACandidateWorse(t *testing.T) {
	start := "2026-01-01T00:00:00Z"
	answer := one(t, node("a", "1", "", ""), node("b", "1", "", ""), victim("va", "a", 1, start),
		pod("vb", "1", `"app":"free"`, `,"nodeName":"b","priority":3`, fmt.Sprintf(`"startTime":%q`, start)),
		object(`{"apiVersion":"policy/v1","kind":"PodDisruptionBudget","metadata":{"name":"pdb","namespace":"default"},"spec":{"selector":{"matchLabels":{"app":"v"}}},"status":{"disruptionsAllowed":0}}`),
		pod("asked", "1", "", `,"priority":5`, ""))
	if answer.Preemption.Candidates[0].PDBViolations != 1 || !slices.Equal(answer.Preemption.Best, []string{"b"}) {
		t.Errorf("%+v", answer.Preemption)
	}
}

func TestPodsAreDecidedEachOnItsOwn(t *testing.T) {
	asked := cases.Case{Objects: []json.RawMessage{node("a", "1", "", ""), pod("x", "1", "", "", ""), pod("y", "1", "", `,"priority":7`, "")},
		Decide: []string{"default/x", "default/y"}}
	answer := answered(t, asked)
	if answer.Pods[0].Status != cases.Scheduled || answer.Pods[1].Status != cases.Scheduled {
		t.Errorf("%+v", answer.Pods)
	}
	if !slices.Equal(answer.QueueOrder, []string{"default/y", "default/x"}) {
		t.Errorf("queue %v", answer.QueueOrder)
	}
}

func TestEndedPodsAndPodsOfMissingNodesTakeNoRoom(t *testing.T) {
	answer := one(t, node("a", "1", "", ""), pod("done", "1", "", `,"nodeName":"a"`, `"phase":"Succeeded"`),
		pod("lost", "1", "", `,"nodeName":"gone"`, ""), pod("asked", "1", "", "", ""))
	if answer.Status != cases.Scheduled || len(answer.Feasible) != 1 {
		t.Errorf("%+v", answer)
	}
}

func TestWithoutNodesNoPodIsScheduledNorPreempts(t *testing.T) {
	answer := one(t, pod("asked", "1", "", "", ""))
	if answer.Status != cases.Unschedulable || answer.Preemption != nil || len(answer.Reasons) != 1 {
		t.Errorf("%+v", answer)
	}
}

const settings = `{"apiVersion":"kubescheduler.config.k8s.io/v1","kind":"KubeSchedulerConfiguration","profiles":[{"schedulerName":"default-scheduler","plugins":{"score":{"disabled":[{"name":"TaintToleration"}]}},
"pluginConfig":[{"name":"NodeResourcesFit","args":{"scoringStrategy":{"type":"MostAllocated","resources":[{"name":"cpu","weight":1}]}}}]}]}`

func TestAConfigurationIsFollowed(t *testing.T) {
	answer := answered(t, cases.Case{Configuration: json.RawMessage(settings), Decide: []string{"default/asked"},
		Objects: []json.RawMessage{node("a", "4", "", ""), pod("asked", "1", "", "", "")}}).Pods[0]
	plugins := answer.Feasible["a"].Plugins
	if _, there := plugins["TaintToleration"]; there || plugins["NodeResourcesFit"].Raw != 25 {
		t.Errorf("%+v", plugins)
	}
}

func TestGatesHoldForOneCaseOnly(t *testing.T) {
	asked := cases.Case{Decide: []string{"default/asked"}, Objects: []json.RawMessage{
		node("a", "4", "", `"taints":[{"key":"level","value":"5","effect":"NoSchedule"}]`),
		pod("asked", "1", "", `,"tolerations":[{"key":"level","operator":"Lt","value":"9","effect":"NoSchedule"}]`, "")}}
	refused := asked
	refused.FeatureGates = map[string]bool{"Nothing": true}
	if answer := decide.Case(&refused); answer.Error == "" {
		t.Error("an unknown gate is taken")
	}
	with := asked
	with.FeatureGates = map[string]bool{"TaintTolerationComparisonOperators": true}
	before, during, after := answered(t, asked), answered(t, with), answered(t, asked)
	if !reflect.DeepEqual(before, after) {
		t.Error("a gate stayed")
	}
	if during.Pods[0].Status != cases.Scheduled || before.Pods[0].Status != cases.Unschedulable {
		t.Errorf("%s with, %s without", during.Pods[0].Status, before.Pods[0].Status)
	}
}

func TestWhatIsWrongWithACaseIsInItsAnswer(t *testing.T) {
	for name, line := range map[string]string{
		"no JSON":                       `{"id":"x"`,
		"two values":                    `{"id":"x","objects":[],"decide":[]} {}`,
		"an unknown member":             `{"id":"x","objects":[],"decide":[],"nodes":[]}`,
		"an object without a kind":      `{"id":"x","objects":[{"metadata":{"name":"a"}}],"decide":[]}`,
		"an unknown kind":               `{"id":"x","objects":[{"apiVersion":"v1","kind":"Nod","metadata":{"name":"a"}}],"decide":[]}`,
		"a quantity that is none":       `{"id":"x","objects":[{"apiVersion":"v1","kind":"Node","metadata":{"name":"a"},"status":{"allocatable":{"cpu":"one"}}}],"decide":[]}`,
		"two objects of a name":         `{"id":"x","objects":[{"apiVersion":"v1","kind":"Node","metadata":{"name":"a"}},{"apiVersion":"v1","kind":"Node","metadata":{"name":"a"}}],"decide":[]}`,
		"a nameless object":             `{"id":"x","objects":[{"apiVersion":"v1","kind":"Node"}],"decide":[]}`,
		"a pod that is not there":       `{"id":"x","objects":[],"decide":["default/a"]}`,
		"an unknown gate":               `{"id":"x","featureGates":{"Nothing":true},"objects":[],"decide":[]}`,
		"a gate that is locked":         `{"id":"x","featureGates":{"DRAAdminAccess":false},"objects":[],"decide":[]}`,
		"an unknown plugin":             `{"id":"x","configuration":{"apiVersion":"kubescheduler.config.k8s.io/v1","kind":"KubeSchedulerConfiguration","profiles":[{"plugins":{"score":{"enabled":[{"name":"Nothing"}]}}}]},"objects":[],"decide":[]}`,
		"an unknown configuration kind": `{"id":"x","configuration":{"apiVersion":"v1","kind":"Node"},"objects":[],"decide":[]}`,
		"a bad time":                    `{"id":"x","now":"soon","objects":[],"decide":[]}`,
	} {
		if answer := decide.Line([]byte(line)); answer.Error == "" || answer.Pods != nil {
			t.Errorf("%s: %+v", name, answer)
		}
	}
}

func BenchmarkAnswer(b *testing.B) {
	objects := []json.RawMessage{pod("asked", "1", "", "", "")}
	for index := range 8 {
		objects = append(objects, node(fmt.Sprint("n", index), "4", "", ""))
	}
	for b.Loop() {
		decide.Case(&cases.Case{Objects: objects, Decide: []string{"default/asked"}})
	}
}
