package main

import (
	"fmt"
	"strings"

	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi-go-provider/infer"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"example.com/random"
)

// Deed is the deed of a Bad component.
type Deed string

// Values are the deeds.
func (Deed) Values() []infer.EnumValue[Deed] {
	return values[Deed]("forgotten", "cycle", "endless", "many", "more", "large", "keep", "later", "misspelt", "missing")
}

// BadArgs are the inputs of a Bad component.
type BadArgs struct {
	Deed Deed               `pulumi:"deed"`
	Text pulumi.StringInput `pulumi:"text,optional"`
}

func (args *BadArgs) Annotate(a infer.Annotator) { a.SetDefault(&args.Text, "text") }

// Bad does what no component should do.
type Bad struct {
	pulumi.ResourceState

	Shown pulumi.StringOutput `pulumi:"shown"`
}

var kept pulumi.StringOutput

// LastGroup is a group.
type LastGroup struct {
	pulumi.ResourceState

	Shown pulumi.StringOutput `pulumi:"shown"`
}

// NewBad does its worst.
func NewBad(ctx *pulumi.Context, name string, args BadArgs, opts ...pulumi.ResourceOption) (*Bad, error) {
	bad := &Bad{}
	if err := ctx.RegisterComponentResource(p.GetTypeToken(ctx), name, bad, opts...); err != nil {
		return nil, err
	}
	below := pulumi.Parent(bad)
	text := args.Text.ToStringOutput()
	thing := func(part string, inputs pulumi.Map) (err error) {
		made, err := random.NewThing(ctx, name+"-"+part, inputs, below)
		if err == nil {
			bad.Shown = made.Text
		}
		return err
	}
	page := func(inputs pulumi.Map) error {
		made := &Page{}
		err := ctx.RegisterResource("site:index:Page", name+"-page", inputs, made, below)
		bad.Shown = made.URL
		return err
	}
	many := func(count int) error {
		for number := range count {
			if err := thing(fmt.Sprintf("thing-%d", number), nil); err != nil {
				return err
			}
		}
		last := &LastGroup{}
		if err := ctx.RegisterComponentResource("site:index:Last", name+"-last", last, below); err != nil {
			return err
		}
		bad.Shown = last.Shown
		return ctx.RegisterResourceOutputs(last, pulumi.Map{"shown": pulumi.String("done")})
	}
	switch args.Deed {
	case "cycle":
		var later pulumi.StringOutput
		later = text.ApplyT(func(string) pulumi.StringOutput { return later }).(pulumi.StringOutput)
		bad.Shown = later
	case "endless":
		bad.Shown = text.ApplyT(forEver).(pulumi.StringOutput)
	case "many":
		return bad, many(9_998)
	case "more":
		return bad, many(10_001)
	case "large":
		return bad, thing("large", pulumi.Map{"text": pulumi.String(strings.Repeat("x", 1<<20))})
	case "keep":
		err := thing("kept", pulumi.Map{"text": text})
		kept = bad.Shown
		return bad, err
	case "later":
		if kept.OutputState == nil {
			return nil, fmt.Errorf("nothing was kept")
		}
		return bad, thing("late", pulumi.Map{"text": kept})
	case "misspelt":
		return bad, page(pulumi.Map{"path": pulumi.String("p"), "text": pulumi.String("t"), "titel": pulumi.String("x")})
	case "missing":
		return bad, page(pulumi.Map{"path": pulumi.String("p")})
	}
	return bad, nil
}

func forEver(text string) string {
	for {
		text = strings.ToUpper(text)
	}
}
