package main

import (
	"reflect"

	"github.com/pulumi/pulumi-go-provider/infer"
)

type reflectType = reflect.Type

func typeOf[T any]() reflect.Type { return reflect.TypeFor[T]() }

// values gives the values of an enum.
func values[T ~string](all ...T) []infer.EnumValue[T] {
	var made []infer.EnumValue[T]
	for _, value := range all {
		made = append(made, infer.EnumValue[T]{Name: string(value), Value: value})
	}
	return made
}
