package main

import (
	"context"
	"testing"

	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi-go-provider/integration"
	"github.com/pulumi/pulumi/sdk/v3/go/property"
)

type version string

func (version version) String() string { return string(version) }

func TestThePageIsInTheFolder(t *testing.T) {
	provider, err := provider()
	if err != nil {
		t.Fatal(err)
	}
	pages := map[string]property.Map{}
	mocks := &integration.MockResourceMonitor{
		NewResourceF: func(args integration.MockResourceArgs) (string, property.Map, error) {
			pages[args.Name] = args.Inputs
			return args.Name + "_id", property.NewMap(map[string]property.Value{"url": property.New("the address")}), nil
		},
	}
	server, err := integration.NewServer(context.Background(), "demo", version("0.1.0"),
		integration.WithProvider(provider), integration.WithMocks(mocks))
	if err != nil {
		t.Fatal(err)
	}
	website, err := server.Construct(p.ConstructRequest{
		Urn:    "urn:pulumi:dev::shop::demo:index:Website::docs",
		Inputs: property.NewMap(map[string]property.Value{"title": property.New("Hello")}),
	})
	if err != nil {
		t.Fatal(err)
	}
	page := pages["docs-page"]
	if path, text := page.Get("path").AsString(), page.Get("text").AsString(); path != "docs-folder_id/index.html" || text != "<h1>Hello</h1>" {
		t.Errorf("%s has the text %s", path, text)
	}
	if url := website.State.Get("url").AsString(); url != "the address" {
		t.Errorf("the address is %s", url)
	}
}
