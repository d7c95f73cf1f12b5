package integration

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/common/tokens"
	"github.com/pulumi/pulumi/sdk/v3/go/property"

	p "github.com/pulumi/pulumi-go-provider"
)

// Operation is a step in the life of a resource.
type Operation struct {
	Inputs property.Map
	// ExpectedOutput is compared with the outputs, unless it is nil.
	ExpectedOutput *property.Map
	// Hook is called with the checked inputs and the outputs.
	Hook func(inputs, output property.Map)
	// ExpectFailure says that the preview or the operation has to fail.
	ExpectFailure bool
	// CheckFailures are the failures that Check has to give, in any order.
	CheckFailures []p.CheckFailure
}

// LifeCycleTest is the life of a resource: a create, updates and the delete. An update without a difference does nothing, and an update
// that replaces makes a new resource.
type LifeCycleTest struct {
	Resource tokens.Type
	Create   Operation
	Updates  []Operation
}

// Run leads a resource through its life. Each create and update is previewed before.
func (test LifeCycleTest) Run(t *testing.T, server Server) {
	t.Helper()
	run := &lifecycle{t: t, server: server, urn: resource.NewURN("test", "provider", "", test.Resource, "test")}
	if !run.create("create", test.Create) {
		return
	}
	for index, operation := range test.Updates {
		run.update(fmt.Sprintf("update %d", index), operation)
	}
	run.delete("the last delete")
}

// lifecycle is a test that runs, with the resource that exists now.
type lifecycle struct {
	t      *testing.T
	server Server
	urn    resource.URN
	id     string
	state  property.Map
}

// check checks inputs. False if the operation ends with it.
func (run *lifecycle) check(step string, operation Operation) (property.Map, bool) {
	run.t.Helper()
	checked, err := run.server.Check(p.CheckRequest{Urn: run.urn, State: run.state, Inputs: operation.Inputs})
	if err != nil {
		run.t.Errorf("%s: check failed: %v", step, err)
		return property.Map{}, false
	}
	if len(checked.Failures) == 0 && len(operation.CheckFailures) == 0 {
		return checked.Inputs, true
	}
	if found, expected := shown(checked.Failures), shown(operation.CheckFailures); found != expected {
		run.t.Errorf("%s: check gave other failures than expected:\n%s\nexpected:\n%s", step, found, expected)
	}
	return property.Map{}, false
}

// shown gives failures as text, sorted.
func shown(failures []p.CheckFailure) string {
	lines := make([]string, 0, len(failures))
	for _, failure := range failures {
		lines = append(lines, fmt.Sprintf("  %s: %s", failure.Property, failure.Reason))
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// create says whether a resource was created.
func (run *lifecycle) create(step string, operation Operation) bool {
	run.t.Helper()
	inputs, ok := run.check(step, operation)
	if !ok {
		return false
	}
	_, err := run.server.Create(p.CreateRequest{Urn: run.urn, Properties: inputs, DryRun: true})
	if err != nil && operation.ExpectFailure {
		return false
	}
	created, err := run.server.Create(p.CreateRequest{Urn: run.urn, Properties: inputs})
	if !run.judge(step, operation, inputs, created.Properties, err) {
		return false
	}
	run.id, run.state = created.ID, created.Properties
	return true
}

// judge says whether the operation succeeded, and fails the test if it should not have.
func (run *lifecycle) judge(step string, operation Operation, inputs, outputs property.Map, err error) bool {
	run.t.Helper()
	switch {
	case operation.ExpectFailure && err == nil:
		run.t.Errorf("%s: succeeded, and a failure was expected", step)
		return false
	case operation.ExpectFailure:
		return false
	case err != nil:
		run.t.Errorf("%s: failed: %v", step, err)
		return false
	}
	if operation.Hook != nil {
		operation.Hook(inputs, outputs)
	}
	if expected := operation.ExpectedOutput; expected != nil && !property.New(*expected).Equals(property.New(outputs)) {
		run.t.Errorf("%s: the outputs are\n%#v\nexpected:\n%#v", step, outputs, *expected)
	}
	return true
}

func (run *lifecycle) update(step string, operation Operation) {
	run.t.Helper()
	inputs, ok := run.check(step, operation)
	if !ok {
		return
	}
	differences, err := run.server.Diff(p.DiffRequest{ID: run.id, Urn: run.urn, State: run.state, Inputs: inputs})
	if err != nil {
		run.t.Errorf("%s: diff failed: %v", step, err)
		return
	}
	if !differences.HasChanges {
		return
	}
	if replaces(differences) {
		run.replace(step, operation, differences.DeleteBeforeReplace)
		return
	}
	request := p.UpdateRequest{ID: run.id, Urn: run.urn, State: run.state, Inputs: inputs, DryRun: true}
	_, err = run.server.Update(request)
	if err != nil && operation.ExpectFailure {
		return
	}
	request.DryRun = false
	updated, err := run.server.Update(request)
	if run.judge(step, operation, inputs, updated.Properties, err) {
		run.state = updated.Properties
	}
}

func replaces(differences p.DiffResponse) bool {
	for _, difference := range differences.DetailedDiff {
		switch difference.Kind {
		case p.AddReplace, p.DeleteReplace, p.UpdateReplace:
			return true
		}
	}
	return false
}

func (run *lifecycle) replace(step string, operation Operation, deletesFirst bool) {
	run.t.Helper()
	if deletesFirst {
		run.delete(step)
		run.create(step, operation)
		return
	}
	old := *run
	if run.create(step, operation) {
		old.delete(step)
	}
}

func (run *lifecycle) delete(step string) {
	run.t.Helper()
	if err := run.server.Delete(p.DeleteRequest{ID: run.id, Urn: run.urn, Properties: run.state}); err != nil {
		run.t.Errorf("%s: delete failed: %v", step, err)
	}
}
