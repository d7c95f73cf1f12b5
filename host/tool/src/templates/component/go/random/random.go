// Package random declares resources of Pulumi's package random, whose version is in `pulumi-plugin.json`. The Go SDK of a package, which
// `go get github.com/pulumi/pulumi-random/sdk/v4` gets, has all of its resources.
package random

import (
	"reflect"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

// RandomPet is a name of random words, which is the id.
type RandomPet struct{ pulumi.CustomResourceState }

// RandomPetArgs are the inputs. The number of words is 2 by default.
type RandomPetArgs struct{ Length pulumi.IntPtrInput }

type randomPetArgs struct {
	Length *int `pulumi:"length"`
}

// ElementType is the type of the inputs once they are known.
func (RandomPetArgs) ElementType() reflect.Type { return reflect.TypeFor[randomPetArgs]() }

// NewRandomPet declares a name.
func NewRandomPet(ctx *pulumi.Context, name string, args *RandomPetArgs, opts ...pulumi.ResourceOption) (*RandomPet, error) {
	pet := &RandomPet{}
	return pet, ctx.RegisterResource("random:index/randomPet:RandomPet", name, args, pet, opts...)
}
