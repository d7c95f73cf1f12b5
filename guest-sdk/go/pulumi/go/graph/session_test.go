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
		first := graph.Await(graph.Output(1, ""), "a.go:1")
		second := graph.Await(graph.Output(2, ""), "a.go:2")
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
		graph.Await(graph.Output(1, ""), "")
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

func TestOutputsNameTheirNodes(t *testing.T) {
	value := property.New([]property.Value{property.New("a"), graph.Output(3, "b.c")})
	if !graph.HasNodes(value) || graph.HasNodes(property.New("a")) {
		t.Fatal("nodes are not found")
	}
	node, path, ok := graph.NodeOf(value.AsArray().Get(1))
	if !ok || node != 3 || path != "b.c" {
		t.Fatalf("%d, %q, %v", node, path, ok)
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
		"runtime.gopanic": false,
		"pulumi-wasm:provider/lifecycle@0.1.0#create": false,
		"": false,
	} {
		if found := graph.IsOfAuthor(function); found != expected {
			t.Errorf("%s: %v", function, found)
		}
	}
}
