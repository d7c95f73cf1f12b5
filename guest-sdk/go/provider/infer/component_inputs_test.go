package infer_test

import (
	"context"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumix"

	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi-go-provider/infer"
)

type Fence struct {
	pulumi.ResourceState

	Area pulumix.Output[int]                               `pulumi:"area"`
	Note pulumix.GPtrOutput[string, pulumi.StringOutput]   `pulumi:"note,optional"`
	Tags pulumix.GArrayOutput[string, pulumi.StringOutput] `pulumi:"tags"`
}

type FenceArgs struct {
	Width pulumix.Output[int]       `pulumi:"width"`
	Names pulumix.MapOutput[string] `pulumi:"names,optional"`
	Text  pulumi.StringInput        `pulumi:"text"`
}

func NewFence(*pulumi.Context, string, FenceArgs, ...pulumi.ResourceOption) (*Fence, error) {
	return &Fence{}, nil
}

type OpenArgs struct {
	Width pulumix.Input[int] `pulumi:"width"`
}

func NewOpen(*pulumi.Context, string, OpenArgs, ...pulumi.ResourceOption) (*Fence, error) {
	return &Fence{}, nil
}

func TestComponentsHaveOutputsWithTheTypesOfTheirValues(t *testing.T) {
	provider := infer.Provider(infer.Options{Components: []infer.InferredComponent{infer.ComponentF(NewFence)}})
	response, err := provider.GetSchema(context.Background(), p.GetSchemaRequest{})
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{
		`"area":{"type":"integer"}`, `"note":{"type":"string"}`, `"tags":{"type":"array","items":{"type":"string","plain":true}}`, `"width":{"type":"integer"}`,
		`"names":{"type":"object","additionalProperties":{"type":"string","plain":true}}`, `"text":{"type":"string"}`,
	} {
		if !strings.Contains(response.Schema, part) {
			t.Errorf("no %s in %s", part, response.Schema)
		}
	}
}

// Pulumi's framework refuses it too.
func TestAComponentDoesNotTakeAnInputOfTheTypeOfItsValue(t *testing.T) {
	provider := infer.Provider(infer.Options{Components: []infer.InferredComponent{infer.ComponentF(NewOpen)}})
	_, err := provider.GetSchema(context.Background(), p.GetSchemaRequest{})
	if err == nil || !strings.Contains(err.Error(), "a component takes pulumix.Output[int] ") {
		t.Errorf("the error %v", err)
	}
}
