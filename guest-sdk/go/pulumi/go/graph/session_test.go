package graph_test

import (
	"context"
	"errors"
	"runtime"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/graph"
	"github.com/pulumi/pulumi/sdk/v3/go/property"
)

// host numbers nodes, and notes the functions that wait for them.
type host struct{ applied []uint32 }

func (*host) Register(uint32, graph.Registration) (uint32, error) { return 7, nil }

func (*host) RegisterOutputs(uint32, uint32, property.Map) error { return nil }

func (*host) LookUp(uint32, graph.Query) (uint32, error) { return 8, nil }

func (host *host) Apply(_ uint32, _ property.Value, callback uint32, _ string) (uint32, error) {
	host.applied = append(host.applied, callback)
	return uint32(100 + len(host.applied)), nil
}

func TestCodeThatWaitsGoesOnInLaterCalls(t *testing.T) {
	host := &host{}
	session := graph.Open(1, host)
	defer graph.Close(1)
	result, err := session.Run(context.Background(), func() (property.Value, error) {
		first := graph.Await(graph.Output(1), "a.go:1")
		second := graph.Await(graph.Output(2), "a.go:2")
		return property.New(first.AsString() + second.AsString()), nil
	})
	if node, _, ok := graph.NodeOf(result); err != nil || !ok || node != 101 {
		t.Fatalf("the first call gives %v, %v", result, err)
	}
	if graph.Waiting() != 1 {
		t.Fatalf("%d goroutines wait", graph.Waiting())
	}
	result, err = session.Call(context.Background(), host.applied[0], property.New("a"))
	if node, _, ok := graph.NodeOf(result); err != nil || !ok || node != 102 {
		t.Fatalf("the second call gives %v, %v", result, err)
	}
	result, err = session.Call(context.Background(), host.applied[1], property.New("b"))
	if err != nil || !result.Equals(property.New("ab")) || graph.Waiting() != 0 {
		t.Fatalf("the last call gives %v, %v", result, err)
	}
	if _, err := session.Call(context.Background(), host.applied[1], property.New("b")); err == nil {
		t.Fatal("a function is called twice")
	}
}

func TestTheEndOfASessionEndsCodeThatWaits(t *testing.T) {
	before := runtime.NumGoroutine()
	session := graph.Open(2, &host{})
	isPast := false
	_, err := session.Run(context.Background(), func() (property.Value, error) {
		graph.Await(graph.Output(1), "")
		isPast = true
		return property.Value{}, nil
	})
	graph.Close(2)
	for range 100 {
		runtime.Gosched()
	}
	if err != nil || isPast || graph.Find(2) != nil || runtime.NumGoroutine() > before {
		t.Fatalf("%v, %v, %d goroutines after %d", err, isPast, runtime.NumGoroutine(), before)
	}
}

func TestAPanicIsTheErrorOfTheCall(t *testing.T) {
	session := graph.Open(3, &host{})
	defer graph.Close(3)
	_, err := session.Run(context.Background(), func() (property.Value, error) { panic("no") })
	if err == nil || err.Error() != "panic: no" {
		t.Fatalf("%v", err)
	}
	noted := errors.New("noted")
	_, err = session.Run(context.Background(), func() (property.Value, error) {
		session.Fail(noted)
		return property.Value{}, nil
	})
	if !errors.Is(err, noted) {
		t.Fatalf("%v", err)
	}
}

func TestOutputsNameTheirNodesAndMembers(t *testing.T) {
	if graph.HasNodes(property.New("a")) {
		t.Fatal("a text refers to a node")
	}
	for name, path := range map[string]string{"": "", "url": "url", "b.c": `["b.c"]`, `a"]\`: `["a\"]\\"]`} {
		value := graph.Member(3, name)
		if name == "" {
			value = graph.Output(3)
		}
		if !graph.HasNodes(property.New([]property.Value{property.New("a"), value})) {
			t.Errorf("%q: the node is not found", name)
		}
		if given := value.AsMap().Get("path"); path != "" && given.AsString() != path {
			t.Errorf("%q has the path %s", name, given.AsString())
		}
		if node, member, ok := graph.NodeOf(value); !ok || node != 3 || member != name {
			t.Errorf("%q: %d, %q, %v", name, node, member, ok)
		}
	}
}

func TestFunctionsOfLibrariesAreNotTheAuthors(t *testing.T) {
	for function, expected := range map[string]bool{
		"main.(*Zone).Create":                                            true,
		"example.com/acme/client.Get":                                    true,
		"github.com/pulumi/pulumi-go-provider/examples/random.Create":    true,
		"github.com/pulumi/pulumi-go-provider/infer.decode":              false,
		"github.com/pulumi/pulumi/sdk/v3/go/property.as":                 false,
		"github.com/pulumi-wasm/pulumi-wasm/guest-sdk/go/wasm.Wait":      false,
		"github.com/pulumi-wasm/pulumi-wasm/guest-sdk/go/wasm/host.From": false,
		"github.com/pulumi/pulumi-go-provider.Run":                       false,
		"github.com/pulumi/pulumi-go-provider-x/acme.New":                true,
		"github.com/pulumi/pulumi/sdk/v30/go.New":                        true,
		"github.com/pulumi-wasm/pulumi-wasm/guest-sdk/go/wasmtime.Wait":  true,
		"internal/poll.(*FD).Read":                                       false,
		"internals/acme.New":                                             true,
		"runtime.gopanic":                                                false,
		"runtime/debug.Stack":                                            false,
		"pulumi-wasm:provider/lifecycle@0.1.0#create":                    false,
		"": false,
	} {
		if found := graph.IsOfAuthor(function); found != expected {
			t.Errorf("%s: %v", function, found)
		}
	}
}
