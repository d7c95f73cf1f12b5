// Package random has resources of the package random, in the form of a generated SDK.
package random

import (
	"reflect"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

// RandomPassword is a random text that is secret.
type RandomPassword struct {
	pulumi.CustomResourceState

	Length pulumi.IntOutput    `pulumi:"length"`
	Result pulumi.StringOutput `pulumi:"result"`
}

type randomPasswordArgs struct {
	Length  int   `pulumi:"length"`
	Special *bool `pulumi:"special"`
}

// RandomPasswordArgs are the inputs of RandomPassword.
type RandomPasswordArgs struct {
	Length  pulumi.IntInput
	Special pulumi.BoolPtrInput
}

// ElementType is the type of the inputs once they are known.
func (RandomPasswordArgs) ElementType() reflect.Type {
	return reflect.TypeOf((*randomPasswordArgs)(nil)).Elem()
}

// NewRandomPassword declares a password.
func NewRandomPassword(ctx *pulumi.Context, name string, args *RandomPasswordArgs, opts ...pulumi.ResourceOption) (*RandomPassword, error) {
	opts = append(opts, pulumi.AdditionalSecretOutputs([]string{"result"}), pulumi.Version("0.1.0"))
	password := &RandomPassword{}
	return password, ctx.RegisterResource("random:index/randomPassword:RandomPassword", name, args, password, opts...)
}

// RandomString is a random text.
type RandomString struct {
	pulumi.CustomResourceState

	Result pulumi.StringOutput `pulumi:"result"`
}

// GetRandomString reads a text by its id.
func GetRandomString(ctx *pulumi.Context, name string, id pulumi.IDInput, opts ...pulumi.ResourceOption) (*RandomString, error) {
	text := &RandomString{}
	return text, ctx.ReadResource("random:index/randomString:RandomString", name, id, nil, text, opts...)
}

// Thing is a resource that no test has a provider of.
type Thing struct {
	pulumi.CustomResourceState

	Text pulumi.StringOutput `pulumi:"text"`
	A    pulumi.MapOutput    `pulumi:"a"`
}

// NewThing declares a thing.
func NewThing(ctx *pulumi.Context, name string, inputs pulumi.Map, opts ...pulumi.ResourceOption) (*Thing, error) {
	thing := &Thing{}
	return thing, ctx.RegisterResource("random:index:Thing", name, inputs, thing, opts...)
}

// Remote is a component of the package.
type Remote struct {
	pulumi.ResourceState

	Text pulumi.StringOutput `pulumi:"text"`
}

// NewRemote declares a component.
func NewRemote(ctx *pulumi.Context, name string, inputs pulumi.Map, opts ...pulumi.ResourceOption) (*Remote, error) {
	remote := &Remote{}
	return remote, ctx.RegisterRemoteComponentResource("random:index:Remote", name, inputs, remote, opts...)
}

// Provider is a provider of the package.
type Provider struct{ pulumi.ProviderResourceState }

// NewProvider declares a provider.
func NewProvider(ctx *pulumi.Context, name string, opts ...pulumi.ResourceOption) (*Provider, error) {
	provider := &Provider{}
	return provider, ctx.RegisterResource("pulumi:providers:random", name, nil, provider, opts...)
}
