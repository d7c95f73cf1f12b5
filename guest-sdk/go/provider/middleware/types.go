// Package middleware has the parts that providers by token consist of: see the package dispatch.
package middleware

import (
	"context"

	p "github.com/pulumi/pulumi-go-provider"
)

type (
	// CustomResource answers the calls about a resource type.
	CustomResource interface {
		Check(context.Context, p.CheckRequest) (p.CheckResponse, error)
		Diff(context.Context, p.DiffRequest) (p.DiffResponse, error)
		Create(context.Context, p.CreateRequest) (p.CreateResponse, error)
		Read(context.Context, p.ReadRequest) (p.ReadResponse, error)
		Update(context.Context, p.UpdateRequest) (p.UpdateResponse, error)
		Delete(context.Context, p.DeleteRequest) error
	}
	// ComponentResource constructs a component resource.
	ComponentResource interface {
		Construct(context.Context, p.ConstructRequest) (p.ConstructResponse, error)
	}
	// Invoke answers the calls of a function.
	Invoke interface {
		Invoke(context.Context, p.InvokeRequest) (p.InvokeResponse, error)
	}
)
