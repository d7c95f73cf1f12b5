package dispatch_test

import (
	"context"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/common/tokens"
	"github.com/pulumi/pulumi/sdk/v3/go/property"

	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi-go-provider/middleware"
	"github.com/pulumi/pulumi-go-provider/middleware/dispatch"
)

// part answers with its name, and notes its calls.
type part struct {
	name  string
	calls *[]string
}

func (part part) note(call string) { *part.calls = append(*part.calls, part.name+" "+call) }

func (part part) Check(_ context.Context, req p.CheckRequest) (p.CheckResponse, error) {
	part.note("check")
	return p.CheckResponse{Inputs: req.Inputs}, nil
}

func (part part) Diff(context.Context, p.DiffRequest) (p.DiffResponse, error) {
	part.note("diff")
	return p.DiffResponse{}, nil
}

func (part part) Create(context.Context, p.CreateRequest) (p.CreateResponse, error) {
	part.note("create")
	return p.CreateResponse{ID: part.name}, nil
}

func (part part) Read(context.Context, p.ReadRequest) (p.ReadResponse, error) {
	part.note("read")
	return p.ReadResponse{}, nil
}

func (part part) Update(context.Context, p.UpdateRequest) (p.UpdateResponse, error) {
	part.note("update")
	return p.UpdateResponse{}, nil
}

func (part part) Delete(context.Context, p.DeleteRequest) error {
	part.note("delete")
	return nil
}

func (part part) Construct(context.Context, p.ConstructRequest) (p.ConstructResponse, error) {
	part.note("construct")
	return p.ConstructResponse{}, nil
}

func (part part) Invoke(context.Context, p.InvokeRequest) (p.InvokeResponse, error) {
	part.note("invoke")
	return p.InvokeResponse{Return: property.NewMap(map[string]property.Value{"by": property.New(part.name)})}, nil
}

func urn(token string) resource.URN { return resource.URN("urn:pulumi:dev::test::" + token + "::it") }

func TestCallsGoToThePartsOfTheirTokens(t *testing.T) {
	var calls []string
	made := dispatch.Wrap(p.Provider{
		Create: func(context.Context, p.CreateRequest) (p.CreateResponse, error) {
			return p.CreateResponse{ID: "other"}, nil
		},
	}, dispatch.Options{
		Customs: map[tokens.Type]middleware.CustomResource{
			"pkg:zones:Zone": part{"zone", &calls}, "pkg:index:Host": part{"host", &calls},
		},
		Components: map[tokens.Type]middleware.ComponentResource{"pkg:index:Site": part{"site", &calls}},
		Invokes:    map[tokens.Type]middleware.Invoke{"pkg:zones:find": part{"find", &calls}},
		ModuleMap:  map[tokens.ModuleName]tokens.ModuleName{"zones": "index"},
	})
	ctx := context.Background()
	zone := urn("acme:index:Zone")
	for _, err := range []error{
		second(made.Check(ctx, p.CheckRequest{Urn: zone})), second(made.Diff(ctx, p.DiffRequest{Urn: zone})),
		second(made.Create(ctx, p.CreateRequest{Urn: urn("acme:index:Host")})), second(made.Read(ctx, p.ReadRequest{Urn: zone})),
		second(made.Update(ctx, p.UpdateRequest{Urn: zone})), made.Delete(ctx, p.DeleteRequest{Urn: zone}),
		second(made.Construct(ctx, p.ConstructRequest{Urn: urn("acme:index:Site")})), second(made.Invoke(ctx, p.InvokeRequest{Token: "acme:index:find"})),
	} {
		if err != nil {
			t.Error(err)
		}
	}
	expected := "zone check, zone diff, host create, zone read, zone update, zone delete, site construct, find invoke"
	if found := strings.Join(calls, ", "); found != expected {
		t.Errorf("the calls are %s", found)
	}
	if created, err := made.Create(ctx, p.CreateRequest{Urn: urn("acme:index:None")}); err != nil || created.ID != "other" {
		t.Errorf("the other provider gives %v (%v)", created, err)
	}
	for _, err := range []error{
		second(made.Read(ctx, p.ReadRequest{Urn: urn("acme:index:None")})), made.Delete(ctx, p.DeleteRequest{Urn: urn("acme:index:None")}),
	} {
		if err == nil || !strings.Contains(err.Error(), "no part for `acme:index:None`") {
			t.Errorf("the error is %v", err)
		}
	}
}

func second[T any](_ T, err error) error { return err }
