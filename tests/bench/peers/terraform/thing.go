package main

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// thing is the resource that every peer serves.
type thing struct{}

// item is an entry of the list.
type item struct {
	Name    types.String  `tfsdk:"name"`
	Size    types.Float64 `tfsdk:"size"`
	Enabled types.Bool    `tfsdk:"enabled"`
}

type model struct {
	ID     types.String            `tfsdk:"id"`
	Label  types.String            `tfsdk:"label"`
	Secret types.String            `tfsdk:"secret"`
	Tags   map[string]types.String `tfsdk:"tags"`
	Items  []item                  `tfsdk:"items"`
	Total  types.Float64           `tfsdk:"total"`
}

func (thing) Metadata(_ context.Context, request resource.MetadataRequest, answer *resource.MetadataResponse) {
	answer.TypeName = request.ProviderTypeName + "_thing"
}

func (thing) Schema(_ context.Context, _ resource.SchemaRequest, answer *resource.SchemaResponse) {
	keep := []planmodifier.String{stringplanmodifier.UseStateForUnknown()}
	answer.Schema = schema.Schema{Attributes: map[string]schema.Attribute{
		"id":     schema.StringAttribute{Computed: true, PlanModifiers: keep},
		"label":  schema.StringAttribute{Required: true},
		"secret": schema.StringAttribute{Optional: true, Sensitive: true},
		"tags":   schema.MapAttribute{Required: true, ElementType: types.StringType},
		"items": schema.ListNestedAttribute{Required: true, NestedObject: schema.NestedAttributeObject{
			Attributes: map[string]schema.Attribute{
				"name":    schema.StringAttribute{Required: true},
				"size":    schema.Float64Attribute{Required: true},
				"enabled": schema.BoolAttribute{Required: true},
			},
		}},
		"total": schema.Float64Attribute{Computed: true},
	}}
}

// Create sums the sizes.
func (thing) Create(ctx context.Context, request resource.CreateRequest, answer *resource.CreateResponse) {
	var planned model
	answer.Diagnostics.Append(request.Plan.Get(ctx, &planned)...)
	planned.ID = planned.Label
	planned.sum()
	answer.Diagnostics.Append(answer.State.Set(ctx, planned)...)
}

// Read keeps the state: it has no server.
func (thing) Read(context.Context, resource.ReadRequest, *resource.ReadResponse) {}

// Update sums the sizes again: changes replace nothing.
func (thing) Update(ctx context.Context, request resource.UpdateRequest, answer *resource.UpdateResponse) {
	var planned model
	answer.Diagnostics.Append(request.Plan.Get(ctx, &planned)...)
	planned.sum()
	answer.Diagnostics.Append(answer.State.Set(ctx, planned)...)
}

// Delete has nothing to do: the framework removes the state.
func (thing) Delete(context.Context, resource.DeleteRequest, *resource.DeleteResponse) {}

func (planned *model) sum() {
	total := 0.0
	for _, item := range planned.Items {
		total += item.Size.ValueFloat64()
	}
	planned.Total = types.Float64Value(total)
}
