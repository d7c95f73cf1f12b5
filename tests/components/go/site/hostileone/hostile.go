// Package hostileone has resources of the package hostile-one, in the form of a generated SDK.
package hostileone

import "github.com/pulumi/pulumi/sdk/v3/go/pulumi"

// Type is a resource whose names mean something else in every language.
type Type struct {
	pulumi.CustomResourceState

	Declare pulumi.StringOutput `pulumi:"declare"`
}

// NewType declares it.
func NewType(ctx *pulumi.Context, name string, inputs pulumi.Map, opts ...pulumi.ResourceOption) (*Type, error) {
	opts = append(opts, pulumi.AdditionalSecretOutputs([]string{"list"}))
	made := &Type{}
	return made, ctx.RegisterResource("hostile-one:index:type", name, inputs, made, opts...)
}

// OtherType is a component of another module.
type OtherType struct {
	pulumi.ResourceState

	URL pulumi.StringPtrOutput `pulumi:"url"`
}

// NewOtherType declares it.
func NewOtherType(ctx *pulumi.Context, name string, opts ...pulumi.ResourceOption) (*OtherType, error) {
	made := &OtherType{}
	return made, ctx.RegisterRemoteComponentResource("hostile-one:other:type", name, nil, made, opts...)
}
