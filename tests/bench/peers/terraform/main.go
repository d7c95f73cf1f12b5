// The bench provider of Terraform as an author of native providers writes it: on terraform-plugin-framework.
package main

import (
	"context"
	"log"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-framework/resource"
)

type bench struct{}

func (bench) Metadata(_ context.Context, _ provider.MetadataRequest, answer *provider.MetadataResponse) {
	answer.TypeName = "bench"
	answer.Version = "0.1.0"
}

func (bench) Schema(context.Context, provider.SchemaRequest, *provider.SchemaResponse) {}

func (bench) Configure(context.Context, provider.ConfigureRequest, *provider.ConfigureResponse) {}

func (bench) Resources(context.Context) []func() resource.Resource {
	return []func() resource.Resource{func() resource.Resource { return thing{} }}
}

func (bench) DataSources(context.Context) []func() datasource.DataSource { return nil }

func main() {
	options := providerserver.ServeOpts{Address: "example.com/acme/bench", ProtocolVersion: 6}
	err := providerserver.Serve(context.Background(), func() provider.Provider { return bench{} }, options)
	if err != nil {
		log.Fatal(err)
	}
}
