// Package wasm has the features that the package `infer` of pulumi-go-provider lacks: rules for properties, names
// that the host makes, checkpoints, waits, lists and other hooks.
//
// A provider declares the following by a further tag, by further methods of its types, and by functions of this
// package:
//
//	type ZoneArgs struct {
//		Domain string `pulumi:"domain" provider:"replaceOnChanges" wasm:"format=hostname,compare=ignore-case"`
//		Key    *string `pulumi:"key,optional" provider:"secret" wasm:"writeOnly"`
//	}
//
//	func (Zone) Traits() wasm.Traits { return wasm.Traits{AutoName: &wasm.AutoName{Property: "domain"}} }
//
// The same source still makes a native plugin: pulumi-go-provider reads neither the tag nor the methods, and the functions do what is
// harmless there. The exceptions are the types Value, OneOf2, OneOf3 and Reference, which only a component can have in its properties.
package wasm
