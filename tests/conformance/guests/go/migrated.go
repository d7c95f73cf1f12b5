package main

import (
	"context"
	"strconv"
	"strings"

	"github.com/pulumi-wasm/pulumi-wasm/guest-sdk/go/wasm"
	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi-go-provider/infer"
)

// Sized has what was recorded at first.
type Sized struct {
	Size string `pulumi:"size"`
}

// Measured has what was recorded then.
type Measured struct {
	Gigabytes int `pulumi:"gigabytes"`
}

func measure(old Sized) (Measured, error) {
	gigabytes, err := strconv.Atoi(strings.TrimSuffix(old.Size, "GB"))
	return Measured{gigabytes}, err
}

type Migrated struct{}

type MigratedArgs struct {
	Gigabytes int    `pulumi:"gigabytes"`
	Kind      string `pulumi:"kind"`
}

type MigratedState struct{ MigratedArgs }

func (Migrated) Migrations() []wasm.Migration {
	return []wasm.Migration{wasm.Convert(measure), wasm.SetDefault("kind", "disk")}
}

func (Migrated) Create(_ context.Context, req infer.CreateRequest[MigratedArgs]) (infer.CreateResponse[MigratedState], error) {
	return made("migrated", MigratedState{req.Inputs})
}

func (Migrated) Update(_ context.Context, req infer.UpdateRequest[MigratedArgs, MigratedState]) (infer.UpdateResponse[MigratedState], error) {
	return infer.UpdateResponse[MigratedState]{Output: MigratedState{req.Inputs}}, nil
}

func (Migrated) Delete(ctx context.Context, req infer.DeleteRequest[MigratedState]) (infer.DeleteResponse, error) {
	p.GetLogger(ctx).Infof("%d GB of %s", req.State.Gigabytes, req.State.Kind)
	return infer.DeleteResponse{}, nil
}

func (of *Migrated) Annotate(a infer.Annotator) {
	a.Describe(of, "Had a `size` as text once, and then no `kind`.")
}

func (of *MigratedArgs) Annotate(a infer.Annotator) {
	a.Describe(&of.Gigabytes, "How much it holds.")
	a.Describe(&of.Kind, "Its kind.")
}
