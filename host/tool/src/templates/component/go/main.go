// The provider demo: websites, and the pages that they are made of.
package main

import (
	"context"
	"fmt"
	"os"

	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi-go-provider/infer"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"demo/random"
)

// Page is a page of a website.
type Page struct{}

// PageArgs are the inputs.
type PageArgs struct {
	Path string `pulumi:"path"`
	Text string `pulumi:"text"`
}

// PageState are the outputs.
type PageState struct {
	PageArgs
	URL string `pulumi:"url"`
}

// Annotate describes the resource for documentation and editors.
func (page *Page) Annotate(a infer.Annotator) { a.Describe(page, "A page of a website.") }

// Annotate describes the inputs.
func (args *PageArgs) Annotate(a infer.Annotator) {
	a.Describe(&args.Path, "The place of the page, such as `docs/index.html`.")
	a.Describe(&args.Text, "The text of the page.")
}

// Create makes a page.
func (*Page) Create(_ context.Context, req infer.CreateRequest[PageArgs]) (infer.CreateResponse[PageState], error) {
	state := PageState{PageArgs: req.Inputs, URL: "https://pages.example.com/" + req.Inputs.Path}
	return infer.CreateResponse[PageState]{ID: req.Inputs.Path, Output: state}, nil
}

// Website is a website with a front page, in a folder with a random name.
type Website struct {
	pulumi.ResourceState

	URL pulumi.StringOutput `pulumi:"url"`
}

// WebsiteArgs are the inputs.
type WebsiteArgs struct {
	Title pulumi.StringInput `pulumi:"title"`
}

// Annotate describes the component and its output. It has the token that it would have anyway, for tests, whose package is not `main`.
func (website *Website) Annotate(a infer.Annotator) {
	a.SetToken("index", "Website")
	a.Describe(website, "A website with a front page, in a folder with a random name.")
	a.Describe(&website.URL, "The address of the front page.")
}

// Annotate describes the inputs.
func (args *WebsiteArgs) Annotate(a infer.Annotator) {
	a.Describe(&args.Title, "The title of the front page.")
}

// NewWebsite declares the resources of a website.
func NewWebsite(ctx *pulumi.Context, name string, args WebsiteArgs, opts ...pulumi.ResourceOption) (*Website, error) {
	website := &Website{}
	if err := ctx.RegisterComponentResource(p.GetTypeToken(ctx), name, website, opts...); err != nil {
		return nil, err
	}
	folder, err := random.NewRandomPet(ctx, name+"-folder", &random.RandomPetArgs{Length: pulumi.Int(2)}, pulumi.Parent(website))
	if err != nil {
		return nil, err
	}
	var page struct {
		pulumi.CustomResourceState
		URL pulumi.StringOutput `pulumi:"url"`
	}
	err = ctx.RegisterResource("demo:index:Page", name+"-page", pulumi.Map{
		"path": pulumi.Sprintf("%s/index.html", folder.ID()),
		"text": pulumi.Sprintf("<h1>%s</h1>", args.Title),
	}, &page, pulumi.Parent(website))
	website.URL = page.URL
	return website, err
}

func provider() (p.Provider, error) {
	return infer.NewProviderBuilder().
		WithDescription("A Pulumi provider.").
		WithResources(infer.Resource(&Page{})).
		WithComponents(infer.ComponentF(NewWebsite)).
		Build()
}

func main() {
	provider, err := provider()
	if err == nil {
		err = provider.Run(context.Background(), "demo", "0.1.0")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "error:", err)
		os.Exit(1)
	}
}
