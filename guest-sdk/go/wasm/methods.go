package wasm

import "reflect"

// ComponentMethod is a method that programs call on a component resource: see Method.
type ComponentMethod struct {
	Name        string
	Description string
	Deprecation string

	// Call is the function. The types below are the types of its result and of its parameters after the context.
	Call                  reflect.Value
	Self, Inputs, Outputs reflect.Type
}

// HasMethods is a component with methods: the type that has Construct, or the type of outputs.
type HasMethods interface {
	Methods() []ComponentMethod
}

// Method makes a method of a function that gets the context of Pulumi, the resource with its outputs, and the arguments:
//
//	func announce(ctx *pulumi.Context, site *Website, args AnnounceArgs) (*Announced, error)
//
//	func (*Website) Methods() []wasm.ComponentMethod {
//		return []wasm.ComponentMethod{wasm.Method("announce", announce)}
//	}
//
// It declares resources as Construct does, below the resource. The result is a struct with the tags `pulumi`, or a single output, which
// programs get as `result`. A native plugin does not serve methods.
func Method[C, S, I, O any](name string, call func(ctx C, self *S, args I) (O, error)) ComponentMethod {
	return ComponentMethod{
		Name: name, Call: reflect.ValueOf(call),
		Self: reflect.TypeFor[S](), Inputs: reflect.TypeFor[I](), Outputs: reflect.TypeFor[O](),
	}
}

// Describe gives the method with a description.
func (method ComponentMethod) Describe(description string) ComponentMethod {
	method.Description = description
	return method
}

// Deprecate gives the method with a message that names the replacement.
func (method ComponentMethod) Deprecate(message string) ComponentMethod {
	method.Deprecation = message
	return method
}
