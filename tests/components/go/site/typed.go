package main

import (
	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"example.com/hostileone"
	"example.com/random"
)

// TypedArgs are the inputs of a Typed component.
type TypedArgs struct {
	Word pulumi.StringInput `pulumi:"word"`
}

// Typed has children of packages with SDKs.
type Typed struct {
	pulumi.ResourceState

	Text pulumi.StringOutput    `pulumi:"text"`
	URL  pulumi.StringPtrOutput `pulumi:"url,optional"`
}

// NewTyped declares the children.
func NewTyped(ctx *pulumi.Context, name string, args TypedArgs, opts ...pulumi.ResourceOption) (*Typed, error) {
	typed := &Typed{}
	if err := ctx.RegisterComponentResource(p.GetTypeToken(ctx), name, typed, opts...); err != nil {
		return nil, err
	}
	below := pulumi.Parent(typed)
	length := &random.RandomPasswordArgs{Length: pulumi.Int(12), Special: pulumi.Bool(false)}
	password, err := random.NewRandomPassword(ctx, name+"-password", length, below)
	if err != nil {
		return nil, err
	}
	thing, err := hostileone.NewType(ctx, name+"-thing", pulumi.Map{
		"fooBar": pulumi.Float64(1.5),
		"self":   pulumi.Map{"Self": pulumi.String("outer"), "next": pulumi.Map{"Self": args.Word}},
		"hue":    pulumi.String("dark green"),
		"level":  pulumi.Int(1),
		"mixed":  pulumi.Array{pulumi.Float64(1.5)},
		"type":   args.Word,
		"words":  pulumi.Map{"from": password.Result, "str": pulumi.Int(2), "items": pulumi.IntArray{pulumi.Int(1), pulumi.Int(-2)}},
	}, below, pulumi.DependsOn([]pulumi.Resource{password}))
	if err != nil {
		return nil, err
	}
	url, err := hostileone.NewOtherType(ctx, name+"-url", below)
	if err != nil {
		return nil, err
	}
	typed.Text, typed.URL = thing.Declare, url.URL
	return typed, nil
}
