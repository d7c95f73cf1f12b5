package pulumi

import (
	"context"
	"reflect"
)

// ResourceInput is an input of a resource of any type.
type ResourceInput interface {
	Input

	ToResourceOutput() ResourceOutput
	ToResourceOutputWithContext(context.Context) ResourceOutput
}

// ResourceOutput is an output of a resource of any type.
type ResourceOutput struct{ *OutputState }

// ElementType is the type of resources of any type.
func (ResourceOutput) ElementType() reflect.Type { return typeOf[Resource]() }

// ToResourceOutput gives the output itself.
func (o ResourceOutput) ToResourceOutput() ResourceOutput { return o }

// ToResourceOutputWithContext gives the output itself.
func (o ResourceOutput) ToResourceOutputWithContext(context.Context) ResourceOutput { return o }

// NewResourceInput makes an input of a resource.
func NewResourceInput(resource Resource) ResourceInput { return NewResourceOutput(resource) }

// NewResourceOutput makes an output of a resource.
func NewResourceOutput(resource Resource) ResourceOutput { return as[ResourceOutput](resource) }

// ResourceArrayInput is an input of a list of resources.
type ResourceArrayInput interface {
	Input

	ToResourceArrayOutput() ResourceArrayOutput
	ToResourceArrayOutputWithContext(context.Context) ResourceArrayOutput
}

// ResourceArray is a list of inputs of resources.
type ResourceArray []ResourceInput

// ElementType is the type of lists of resources.
func (ResourceArray) ElementType() reflect.Type { return typeOf[[]Resource]() }

// ToResourceArrayOutput makes an output of the list.
func (in ResourceArray) ToResourceArrayOutput() ResourceArrayOutput {
	return as[ResourceArrayOutput](in)
}

// ToResourceArrayOutputWithContext makes an output of the list.
func (in ResourceArray) ToResourceArrayOutputWithContext(context.Context) ResourceArrayOutput {
	return as[ResourceArrayOutput](in)
}

// ResourceArrayOutput is an output of a list of resources.
type ResourceArrayOutput struct{ *OutputState }

// ElementType is the type of lists of resources.
func (ResourceArrayOutput) ElementType() reflect.Type { return typeOf[[]Resource]() }

// ToResourceArrayOutput gives the output itself.
func (o ResourceArrayOutput) ToResourceArrayOutput() ResourceArrayOutput { return o }

// ToResourceArrayOutputWithContext gives the output itself.
func (o ResourceArrayOutput) ToResourceArrayOutputWithContext(context.Context) ResourceArrayOutput {
	return o
}

// Index is an element. It is nil if the list is shorter.
func (o ResourceArrayOutput) Index(i IntInput) ResourceOutput { return elementAt[ResourceOutput](o, i) }

// NewResourceArray makes a list of inputs of resources.
func NewResourceArray(in ...Resource) ResourceArray {
	made := make(ResourceArray, len(in))
	for index, resource := range in {
		made[index] = NewResourceInput(resource)
	}
	return made
}

// ToResourceArray makes a list of inputs of resources.
func ToResourceArray(in []Resource) ResourceArray { return NewResourceArray(in...) }

// NewResourceArrayOutput makes an output of a list of outputs of resources.
func NewResourceArrayOutput(in ...ResourceOutput) ResourceArrayOutput {
	made := make(ResourceArray, len(in))
	for index, resource := range in {
		made[index] = resource
	}
	return made.ToResourceArrayOutput()
}

// ToOutput gives the value as an output of the package pulumix.
func (in ResourceOutput) ToOutput(context.Context) TypedOutput[Resource] {
	return TypedAs[Resource](in)
}

// ToOutput gives the value as an output of the package pulumix.
func (in ResourceArrayOutput) ToOutput(context.Context) TypedOutput[[]Resource] {
	return TypedAs[[]Resource](in)
}

// ToOutput gives the value as an output of the package pulumix.
func (in ResourceArray) ToOutput(context.Context) TypedOutput[[]Resource] {
	return TypedAs[[]Resource](in)
}
