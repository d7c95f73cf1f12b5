// The component resource of the benchmark as an author of native providers writes it: on pulumi-go-provider, by inference from types.
package main

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/pulumi/pulumi-go-provider/infer"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

// Site is as many pets as it is told.
type Site struct {
	pulumi.ResourceState

	Names pulumi.StringOutput `pulumi:"names"`
}

// Annotate names the token, which would have the name of this Go package otherwise.
func (site *Site) Annotate(annotator infer.Annotator) {
	annotator.SetToken("index", "Site")
}

// SiteArgs are the inputs.
type SiteArgs struct {
	Title pulumi.StringInput `pulumi:"title"`
	Count int                `pulumi:"count"`
}

// Pet is a resource of another package. The generated SDK has its inputs, too.
type Pet struct {
	pulumi.CustomResourceState
}

// NewSite declares the pets.
func NewSite(ctx *pulumi.Context, name string, args SiteArgs, options ...pulumi.ResourceOption) (*Site, error) {
	site := &Site{}
	if err := ctx.RegisterComponentResource("bench:index:Site", name, site, options...); err != nil {
		return nil, err
	}
	ids := pulumi.StringArray{}
	for number := 1; number <= args.Count; number++ {
		pet := &Pet{}
		inputs := pulumi.Map{
			"prefix":  pulumi.Sprintf("%s-%d", args.Title, number),
			"length":  pulumi.Int(2),
			"keepers": pulumi.Map{"of": args.Title},
		}
		below := []pulumi.ResourceOption{pulumi.Parent(site), pulumi.Version("4.18.0")}
		err := ctx.RegisterResource("random:index/randomPet:RandomPet", fmt.Sprintf("%s-pet-%d", name, number), inputs, pet, below...)
		if err != nil {
			return nil, err
		}
		ids = append(ids, pet.ID().ToStringOutput())
	}
	site.Names = ids.ToStringArrayOutput().ApplyT(func(ids []string) string { return strings.Join(ids, " ") }).(pulumi.StringOutput)
	return site, ctx.RegisterResourceOutputs(site, pulumi.Map{"names": site.Names})
}

func main() {
	provider, err := infer.NewProviderBuilder().WithComponents(infer.ComponentF(NewSite)).Build()
	if err == nil {
		err = provider.Run(context.Background(), "bench", "0.1.0")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
