// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

package generate_test

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	podutil "k8s.io/kubernetes/pkg/api/pod"
	"k8s.io/kubernetes/pkg/apis/core"
	_ "k8s.io/kubernetes/pkg/apis/core/install"
	"k8s.io/kubernetes/pkg/apis/core/validation"

	"binnacle/tests/oracle/internal/cases"
	"binnacle/tests/oracle/internal/decide"
	"binnacle/tests/oracle/internal/generate"
)

const seed = 20260601

func generator(t *testing.T, families ...string) *generate.Generator {
	t.Helper()
	t.Logf("seed %d", seed)
	made, err := generate.New(seed, families, 12)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

func made(t *testing.T, from *generate.Generator, index uint64) *cases.Case {
	t.Helper()
	one, err := from.Case(index)
	if err != nil {
		t.Fatal(err)
	}
	return one
}

func TestACaseDependsOnSeedAndIndexAlone(t *testing.T) {
	first, second := generator(t), generator(t)
	for _, index := range []uint64{17, 3, 250, 3} {
		if !reflect.DeepEqual(made(t, first, index), made(t, second, index)) {
			t.Errorf("case %d differs", index)
		}
	}
	if reflect.DeepEqual(made(t, first, 1).Objects, made(t, first, 2).Objects) {
		t.Error("two cases are the same")
	}
}

func TestACaseIsAnsweredTheSameEachTime(t *testing.T) {
	from := generator(t)
	for index := range uint64(120) {
		line, err := json.Marshal(made(t, from, index))
		if err != nil {
			t.Fatal(err)
		}
		first := decide.Line(line)
		for range 3 {
			if again := decide.Line(line); !reflect.DeepEqual(first, again) {
				t.Fatalf("case %d is answered with\n%+v\nand\n%+v", index, first, again)
			}
		}
	}
}

// seen is what a family's cases brought about.
type seen struct {
	rejecting  map[string]int
	scores     map[string]map[int64]bool
	status     map[string]int
	errors     []string
	candidates int
	ties       int
	violations int
	ineligible int
}

func (s *seen) add(answer cases.Answer) {
	if answer.Error != "" {
		s.errors = append(s.errors, answer.ID+": "+answer.Error)
	}
	for _, pod := range answer.Pods {
		s.status[pod.Status]++
		if pod.PreFilter != nil {
			s.rejecting[pod.PreFilter.Plugin]++
		}
		for _, rejection := range pod.Rejected {
			s.rejecting[rejection.Plugin]++
		}
		for _, score := range pod.Feasible {
			for plugin, one := range score.Plugins {
				if s.scores[plugin] == nil {
					s.scores[plugin] = map[int64]bool{}
				}
				s.scores[plugin][one.Normalized] = true
			}
		}
		if pod.Preemption != nil {
			s.addPreemption(*pod.Preemption)
		}
	}
}

func (s *seen) addPreemption(preemption cases.Preemption) {
	s.candidates += len(preemption.Candidates)
	if len(preemption.Best) > 1 {
		s.ties++
	}
	if strings.HasPrefix(preemption.Reason, "not eligible") {
		s.ineligible++
	}
	for _, candidate := range preemption.Candidates {
		if candidate.PDBViolations > 0 {
			s.violations++
		}
	}
}

func run(t *testing.T, family string, count uint64) *seen {
	t.Helper()
	found := &seen{rejecting: map[string]int{}, scores: map[string]map[int64]bool{}, status: map[string]int{}}
	from := generator(t, family)
	for index := range count {
		found.add(decide.Case(made(t, from, index)))
	}
	return found
}

func TestEachFamilyExercisesItsPlugins(t *testing.T) {
	for _, row := range []struct {
		family  string
		rejects []string
		scores  []string
	}{
		{"resources", []string{"NodeResourcesFit"}, []string{"NodeResourcesFit", "NodeResourcesBalancedAllocation"}},
		{"taints", []string{"TaintToleration", "NodeUnschedulable"}, []string{"TaintToleration"}},
		{"affinity", []string{"NodeAffinity"}, []string{"NodeAffinity"}},
		{"ports", []string{"NodePorts"}, nil},
		{"names", []string{"NodeName"}, nil},
		{"images", nil, []string{"ImageLocality"}},
		{"spread", []string{"PodTopologySpread"}, []string{"PodTopologySpread"}},
		{"podaffinity", []string{"InterPodAffinity"}, []string{"InterPodAffinity"}},
		{"volumes", []string{"VolumeBinding", "VolumeZone", "VolumeRestrictions", "NodeVolumeLimits"}, nil},
		{"dra", []string{"DynamicResources"}, nil},
		{"features", []string{"NodeDeclaredFeatures"}, nil},
		{"preemption", []string{"NodeResourcesFit"}, nil},
		{"nominated", []string{"NodeResourcesFit"}, nil},
		{"gates", nil, nil},
		{"strategies", []string{"NodeResourcesFit"}, []string{"NodeResourcesFit"}},
	} {
		t.Run(row.family, func(t *testing.T) {
			t.Parallel()
			found := run(t, row.family, 300)
			t.Logf("%v, rejecting %v, %d candidates, %d ties, %d violations", found.status, found.rejecting, found.candidates, found.ties, found.violations)
			if len(found.errors) > 3 {
				t.Errorf("%d cases have no answer: %v", len(found.errors), found.errors[0])
			}
			if found.status[cases.Scheduled] == 0 || found.status[cases.Error]*12 > found.status[cases.Scheduled] {
				t.Errorf("pods are %v", found.status)
			}
			for _, plugin := range row.rejects {
				if found.rejecting[plugin] == 0 {
					t.Errorf("%s rejects nothing", plugin)
				}
			}
			for _, plugin := range row.scores {
				if len(found.scores[plugin]) < 3 {
					t.Errorf("%s scores %v", plugin, found.scores[plugin])
				}
			}
			switch {
			case row.family == "gates" && found.status[cases.Gated] == 0:
				t.Error("no pod is gated")
			case row.family == "preemption" && (found.candidates < 100 || found.ties < 10 || found.violations == 0 || found.ineligible == 0):
				t.Errorf("%d candidates, %d ties, %d with violations, %d not eligible", found.candidates, found.ties, found.violations, found.ineligible)
			}
		})
	}
}

func TestNominatedPodsChangeWhatOthersAreAnswered(t *testing.T) {
	from := generator(t, "nominated")
	changed := 0
	for index := range uint64(200) {
		one := made(t, from, index)
		with := decide.Case(one)
		one.Objects = slices.DeleteFunc(one.Objects, func(text json.RawMessage) bool {
			var pod corev1.Pod
			return json.Unmarshal(text, &pod) == nil && pod.Kind == "Pod" && pod.Status.NominatedNodeName != "" &&
				!slices.Contains(one.Decide, pod.Namespace+"/"+pod.Name)
		})
		if without := decide.Case(one); !reflect.DeepEqual(with, without) {
			changed++
		}
	}
	if changed == 0 {
		t.Error("nominated pods never matter")
	}
}

func TestMostPodsAreAsTheAPIServerAcceptsThem(t *testing.T) {
	from := generator(t, "resources", "taints", "affinity", "ports", "images", "volumes", "preemption", "gates")
	valid, all := 0, 0
	refused := map[string]int{}
	for index := range uint64(300) {
		for _, text := range made(t, from, index).Objects {
			var pod corev1.Pod
			if json.Unmarshal(text, &pod) != nil || pod.Kind != "Pod" {
				continue
			}
			legacyscheme.Scheme.Default(&pod)
			var internal core.Pod
			if err := legacyscheme.Scheme.Convert(&pod, &internal, nil); err != nil {
				t.Fatal(err)
			}
			all++
			options := podutil.GetValidationOptionsFromPodSpecAndMeta(&internal.Spec, nil, &internal.ObjectMeta, nil)
			if problems := validation.ValidatePodCreate(&internal, options); len(problems) == 0 {
				valid++
			} else {
				refused[problems[0].Detail]++
			}
		}
	}
	if valid*100 < all*85 {
		t.Errorf("%d of %d pods are valid; refused for %v", valid, all, refused)
	}
	t.Logf("%d of %d pods are valid; refused for %v", valid, all, refused)
}

func TestUnknownFamiliesAndSizesAreRefused(t *testing.T) {
	if _, err := generate.New(1, []string{"nothing"}, 4); err == nil {
		t.Error("an unknown family is taken")
	}
	if _, err := generate.New(1, nil, -1); err == nil {
		t.Error("less than no node is taken")
	}
}
