// A provider for Pulumi.
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/pulumi/pulumi-go-provider/infer"
)

// Greeting is a greeting for somebody. It exists in the state of a stack alone.
type Greeting struct{}

// GreetingArgs are the inputs.
type GreetingArgs struct {
	Name       string  `pulumi:"name"`
	Salutation *string `pulumi:"salutation,optional"`
}

// GreetingState are the outputs.
type GreetingState struct {
	GreetingArgs
	Message string `pulumi:"message"`
}

// Annotate describes the resource for documentation and editors.
func (greeting *Greeting) Annotate(a infer.Annotator) {
	a.Describe(greeting, "A greeting.")
}

// Annotate describes the inputs.
func (args *GreetingArgs) Annotate(a infer.Annotator) {
	a.Describe(&args.Name, "The name to greet.")
	a.Describe(&args.Salutation, "The word before the name.")
	a.SetDefault(&args.Salutation, "Hello")
}

// Create makes a greeting.
func (*Greeting) Create(_ context.Context, req infer.CreateRequest[GreetingArgs]) (infer.CreateResponse[GreetingState], error) {
	return infer.CreateResponse[GreetingState]{ID: req.Inputs.Name, Output: greet(req.Inputs)}, nil
}

// Update changes a greeting in place.
func (*Greeting) Update(_ context.Context, req infer.UpdateRequest[GreetingArgs, GreetingState]) (infer.UpdateResponse[GreetingState], error) {
	return infer.UpdateResponse[GreetingState]{Output: greet(req.Inputs)}, nil
}

func greet(args GreetingArgs) GreetingState {
	salutation := "Hello"
	if args.Salutation != nil {
		salutation = *args.Salutation
	}
	return GreetingState{GreetingArgs: args, Message: fmt.Sprintf("%s, %s!", salutation, args.Name)}
}

func main() {
	provider, err := infer.NewProviderBuilder().
		WithDescription("A Pulumi provider.").
		WithResources(infer.Resource(&Greeting{})).
		Build()
	if err == nil {
		err = provider.Run(context.Background(), "demo", "0.1.0")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "error:", err)
		os.Exit(1)
	}
}
