// Package random declares two resources of Pulumi's package random, whose version is in `pulumi-plugin.json`. The Go SDK of that package,
// which `go get github.com/pulumi/pulumi-random/sdk/v4` gets, has all of its resources; this package needs no network.
package random

import (
	"reflect"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

// RandomPet is a name of random words, which is the id.
type RandomPet struct{ pulumi.CustomResourceState }

// RandomPetArgs are the inputs.
type RandomPetArgs struct {
	// Length is the number of words.
	Length pulumi.IntPtrInput
	// Prefix comes before the words.
	Prefix pulumi.StringPtrInput
}

type randomPetArgs struct {
	Length *int    `pulumi:"length"`
	Prefix *string `pulumi:"prefix"`
}

// ElementType is the type of the inputs once they are known.
func (RandomPetArgs) ElementType() reflect.Type { return reflect.TypeFor[randomPetArgs]() }

// NewRandomPet declares a name.
func NewRandomPet(ctx *pulumi.Context, name string, args *RandomPetArgs, opts ...pulumi.ResourceOption) (*RandomPet, error) {
	pet := &RandomPet{}
	return pet, ctx.RegisterResource("random:index/randomPet:RandomPet", name, args, pet, opts...)
}

// RandomPassword is a random text that is secret.
type RandomPassword struct {
	pulumi.CustomResourceState

	// Result is the text.
	Result pulumi.StringOutput `pulumi:"result"`
}

// RandomPasswordArgs are the inputs.
type RandomPasswordArgs struct {
	// Length is the number of characters.
	Length pulumi.IntInput
}

type randomPasswordArgs struct {
	Length int `pulumi:"length"`
}

// ElementType is the type of the inputs once they are known.
func (RandomPasswordArgs) ElementType() reflect.Type { return reflect.TypeFor[randomPasswordArgs]() }

// NewRandomPassword declares a password.
func NewRandomPassword(ctx *pulumi.Context, name string, args *RandomPasswordArgs, opts ...pulumi.ResourceOption) (*RandomPassword, error) {
	opts = append(opts, pulumi.AdditionalSecretOutputs([]string{"result"}))
	password := &RandomPassword{}
	return password, ctx.RegisterResource("random:index/randomPassword:RandomPassword", name, args, password, opts...)
}
