package infer_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/common/tokens"
	"github.com/pulumi/pulumi/sdk/v3/go/property"

	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi-go-provider/infer"
	"github.com/pulumi/pulumi-go-provider/internal/call"
	"github.com/pulumi/pulumi-go-provider/middleware/schema"
)

type Place struct {
	Region string `pulumi:"region,optional"`
}

// inner is a provider of another kind with a schema.
func inner(calls *[]string) p.Provider {
	return p.Provider{
		GetSchema: func(context.Context, p.GetSchemaRequest) (p.GetSchemaResponse, error) {
			return p.GetSchemaResponse{Schema: `{"name": "acme", "description": "inner", "homepage": "https://acme.example",
				"resources": {"acme:index:Inner": {"properties": {"size": {"type": "integer"}}}},
				"functions": {"acme:index:find": {"outputs": {"type": "object"}}}}`}, nil
		},
		Configure: func(context.Context, p.ConfigureRequest) error {
			*calls = append(*calls, "configure")
			return nil
		},
		Check: func(ctx context.Context, req p.CheckRequest) (p.CheckResponse, error) {
			*calls = append(*calls, fmt.Sprint("check ", req.Urn.Type(), " in ", infer.GetConfig[Place](ctx).Region))
			return p.CheckResponse{Inputs: req.Inputs}, nil
		},
	}
}

// called is the context of a call.
func called(t *testing.T) context.Context {
	return call.With(t.Context(), &call.Call{Package: "acme", Version: "1.0.0"})
}

func TestAWrappedProviderKeepsItsSchemaAndItsCalls(t *testing.T) {
	var calls []string
	options := infer.Options{
		Metadata: schema.Metadata{Description: "outer"}, Resources: []infer.InferredResource{infer.Resource(&Thing{})}, Config: infer.Config(&Place{}),
	}
	provider := infer.Wrap(inner(&calls), options)
	response, err := provider.GetSchema(called(t), p.GetSchemaRequest{})
	if err != nil {
		t.Fatal(err)
	}
	var found struct {
		Name, Version, Description, Homepage string
		Resources, Functions                 map[string]any
		Config                               struct{ Variables map[string]any }
	}
	if err := json.Unmarshal([]byte(response.Schema), &found); err != nil {
		t.Fatal(err)
	}
	if found.Name != "acme" || found.Version != "1.0.0" || found.Description != "outer" || found.Homepage != "https://acme.example" {
		t.Errorf("the schema %+v", found)
	}
	for _, token := range []string{"acme:index:Inner", "acme:infer_test:Thing"} {
		if found.Resources[token] == nil {
			t.Errorf("no resource %s", token)
		}
	}
	if found.Functions["acme:index:find"] == nil || found.Config.Variables["region"] == nil {
		t.Errorf("the schema %+v", found)
	}
	region := property.NewMap(map[string]property.Value{"region": property.New("eu")})
	if err := provider.Configure(called(t), p.ConfigureRequest{Args: region}); err != nil {
		t.Fatal(err)
	}
	if _, err := provider.Check(called(t), p.CheckRequest{Urn: resource.NewURN("s", "p", "", "acme:index:Inner", "i")}); err != nil {
		t.Fatal(err)
	}
	if expected := []string{"configure", "check acme:index:Inner in eu"}; !slices.Equal(calls, expected) {
		t.Errorf("the calls %q", calls)
	}
}

func TestAProviderGetsASchemaOfItsParts(t *testing.T) {
	provider := schema.Wrap(p.Provider{}, schema.Options{
		Metadata:  schema.Metadata{Publisher: "Acme", Keywords: []string{"a"}, LanguageMap: map[string]any{"go": map[string]any{"respectSchemaVersion": true}}},
		Resources: []schema.Resource{infer.Resource(&Thing{})}, Provider: infer.Config(&Place{}),
		ModuleMap: map[tokens.ModuleName]tokens.ModuleName{"infer_test": "index", "old": "older"},
	})
	response, err := provider.GetSchema(called(t), p.GetSchemaRequest{})
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{
		`"name":"acme"`, `"version":"1.0.0"`, `"publisher":"Acme"`, `"keywords":["a"]`, `"respectSchemaVersion":true`, `"acme:index:Thing":{`,
		`"acme:index:Inner":{`, `"$ref":"#/types/acme:index:Inner"`, `"type":"acme:older:Thing"`, `"config":{"variables":{"region"`, `"provider":{`,
	} {
		if !strings.Contains(response.Schema, part) {
			t.Errorf("no %s in %s", part, response.Schema)
		}
	}
}
