package main

import (
	"context"
	"testing"

	"github.com/pulumi/pulumi-go-provider/infer"
)

func TestAGreetingHasItsMessage(t *testing.T) {
	created, err := (&Greeting{}).Create(context.Background(), infer.CreateRequest[GreetingArgs]{Inputs: GreetingArgs{Name: "Ada"}})
	if err != nil {
		t.Fatal(err)
	}
	if created.Output.Message != "Hello, Ada!" {
		t.Errorf("the message is %q", created.Output.Message)
	}
}
