// Command site has websites that are made of other resources: the same as `tests/components/site` in Rust.
package main

import (
	"context"
	"fmt"
	"os"
	"strings"
	"unicode"

	"github.com/pulumi-wasm/pulumi-wasm/guest-sdk/go/wasm"
	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi-go-provider/infer"
	"github.com/pulumi/pulumi/sdk/v3/go/common/tokens"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"example.com/random"
)

func main() {
	provider, err := infer.NewProviderBuilder().
		WithResources(infer.Resource(Pages{})).
		WithFunctions(infer.Function(Slug{})).
		WithComponents(
			infer.Component(Websites{}), infer.ComponentF(NewPortal), infer.ComponentF(NewMirror), infer.ComponentF(NewFaulty),
			infer.ComponentF(NewBad), infer.ComponentF(NewExhibit), infer.ComponentF(NewTyped),
		).
		WithModuleMap(map[tokens.ModuleName]tokens.ModuleName{"site": "index"}).
		Build()
	if err == nil {
		err = provider.Run(context.Background(), "site", "0.1.0")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// Pages manages pages of a website.
type Pages struct{}

// PageArgs are the inputs of a page.
type PageArgs struct {
	Path string `pulumi:"path" provider:"replaceOnChanges"`
	Text string `pulumi:"text"`
}

// PageState is a page.
type PageState struct {
	PageArgs
	URL string `pulumi:"url"`
}

func (Pages) Annotate(a infer.Annotator) { a.SetToken("index", "Page") }

func (Pages) Create(_ context.Context, req infer.CreateRequest[PageArgs]) (infer.CreateResponse[PageState], error) {
	state := PageState{req.Inputs, "https://pages.example/" + req.Inputs.Path}
	return infer.CreateResponse[PageState]{ID: req.Inputs.Path, Output: state}, nil
}

func (Pages) Update(_ context.Context, req infer.UpdateRequest[PageArgs, PageState]) (infer.UpdateResponse[PageState], error) {
	state := PageState{req.Inputs, "https://pages.example/" + req.Inputs.Path}
	return infer.UpdateResponse[PageState]{Output: state}, nil
}

// Page is a page as a child.
type Page struct {
	pulumi.CustomResourceState

	Path pulumi.StringOutput `pulumi:"path"`
	Text pulumi.StringOutput `pulumi:"text"`
	URL  pulumi.StringOutput `pulumi:"url"`
}

func (Page) Annotate(a infer.Annotator) { a.SetToken("index", "Page") }

func newPage(ctx *pulumi.Context, name string, path, text pulumi.Input, opts ...pulumi.ResourceOption) (*Page, error) {
	page := &Page{}
	return page, ctx.RegisterResource("site:index:Page", name, pulumi.Map{"path": path, "text": text}, page, opts...)
}

// Websites constructs websites.
type Websites struct{}

// WebsiteArgs are the inputs of a website.
type WebsiteArgs struct {
	Title pulumi.StringInput    `pulumi:"title"`
	Index pulumi.StringInput    `pulumi:"index,optional" wasm:"maxLength=40"`
	Note  pulumi.StringPtrInput `pulumi:"note,optional"`
	Pages int                   `pulumi:"pages,optional" wasm:"minimum=0,maximum=5"`
}

func (args *WebsiteArgs) Annotate(a infer.Annotator) {
	a.SetDefault(&args.Index, "index.html")
	a.SetDefault(&args.Pages, 0)
}

// Website is a front page, with a password for its editors, and further pages in a group.
type Website struct {
	pulumi.ResourceState

	URL      pulumi.StringOutput `pulumi:"url"`
	Password pulumi.StringOutput `pulumi:"password" provider:"secret"`
	Link     pulumi.StringOutput `pulumi:"link"`
	More     pulumi.StringOutput `pulumi:"more"`
}

func (Websites) Annotate(a infer.Annotator) { a.SetToken("index", "Website") }

// Group is a group of pages.
type Group struct {
	pulumi.ResourceState

	URLs pulumi.StringOutput `pulumi:"urls"`
}

// Construct declares the pages.
func (Websites) Construct(ctx *pulumi.Context, name, typ string, args WebsiteArgs, opts pulumi.ResourceOption) (*Website, error) {
	site := &Website{}
	if err := ctx.RegisterComponentResource(typ, name, site, opts); err != nil {
		return nil, err
	}
	below := pulumi.Parent(site)
	password, err := random.NewRandomPassword(ctx, name+"-password", &random.RandomPasswordArgs{Length: pulumi.Int(12)}, below)
	if err != nil {
		return nil, err
	}
	text := pulumi.All(args.Title, args.Note).ApplyT(func(both []any) string {
		note := "Nothing more."
		if given, ok := both[1].(*string); ok && given != nil {
			note = *given
		}
		// Go has no upper case of several letters.
		return strings.ToUpper(strings.ReplaceAll(both[0].(string), "ß", "ss")) + "\n\n" + note
	}).(pulumi.StringOutput)
	front, err := newPage(ctx, name+"-front", args.Index, text, below,
		pulumi.DependsOn([]pulumi.Resource{password}), pulumi.IgnoreChanges([]string{"path"}))
	if err != nil {
		return nil, err
	}
	more := &Group{}
	if err := ctx.RegisterComponentResource("site:index:Pages", name+"-more", more, below); err != nil {
		return nil, err
	}
	urls := pulumi.StringArray{}
	for number := 1; number <= args.Pages; number++ {
		page, err := newPage(ctx, fmt.Sprintf("%s-more-page-%d", name, number), pulumi.Sprintf("page-%d.html", number),
			pulumi.Sprintf("%s %d of %d", args.Title, number, args.Pages), pulumi.Parent(more))
		if err != nil {
			return nil, err
		}
		urls = append(urls, page.URL)
	}
	all := urls.ToStringArrayOutput().ApplyT(func(urls []string) string { return strings.Join(urls, " ") }).(pulumi.StringOutput)
	if err := ctx.RegisterResourceOutputs(more, pulumi.Map{"urls": all}); err != nil {
		return nil, err
	}
	site.URL, site.Password, site.More = front.URL, password.Result, more.URLs
	site.Link = pulumi.Sprintf("%s <%s>", args.Title, front.URL)
	return site, nil
}

// Methods are the methods of a website.
func (Websites) Methods() []wasm.ComponentMethod {
	return []wasm.ComponentMethod{
		wasm.Method("pageUrl", pageURL).Describe("Finds the address of a page."),
		wasm.Method("announce", announce).Describe("Adds a page with a text to the website."),
	}
}

// PageURLArgs are the arguments of pageUrl.
type PageURLArgs struct {
	Path pulumi.StringInput `pulumi:"path"`
}

func pageURL(_ *pulumi.Context, site *Website, args PageURLArgs) (pulumi.StringOutput, error) {
	return pulumi.Sprintf("%s#%s", site.URL, args.Path), nil
}

// AnnounceArgs are the arguments of announce.
type AnnounceArgs struct {
	Text  pulumi.StringInput `pulumi:"text"`
	Times int                `pulumi:"times,optional" wasm:"minimum=0,maximum=255"`
}

func (args *AnnounceArgs) Annotate(a infer.Annotator) {
	a.Describe(&args.Text, "The text of the announcement.")
	a.Describe(&args.Times, "How often it is said.")
	a.SetDefault(&args.Times, 1)
}

// Announced is the result of an announcement.
type Announced struct {
	URL   pulumi.StringOutput `pulumi:"url"`
	Login pulumi.StringOutput `pulumi:"login" provider:"secret"`
}

func announce(ctx *pulumi.Context, site *Website, args AnnounceArgs) (*Announced, error) {
	if args.Times > 3 {
		return nil, wasm.Invalid(wasm.Failure{Property: "times", Reason: "three times are enough"})
	}
	said := args.Text.ToStringOutput().ApplyT(func(text string) string {
		return strings.TrimSuffix(strings.Repeat(text+"! ", args.Times), "! ")
	}).(pulumi.StringOutput)
	name := site.PulumiResourceName()
	page, err := newPage(ctx, name+"-news", pulumi.Sprintf("%s-news", name), said, pulumi.Parent(site))
	if err != nil {
		return nil, err
	}
	return &Announced{URL: page.URL, Login: pulumi.Sprintf("editor:%s", site.Password)}, nil
}

// PortalArgs are the inputs of a portal.
type PortalArgs struct {
	Titles pulumi.StringArrayInput `pulumi:"titles"`
}

// Portal is a component that consists of another component of the package.
type Portal struct {
	pulumi.ResourceState

	URL   pulumi.StringOutput `pulumi:"url"`
	About pulumi.StringOutput `pulumi:"about"`
	Count pulumi.IntOutput    `pulumi:"count"`
}

// NewPortal declares a website.
func NewPortal(ctx *pulumi.Context, name string, args PortalArgs, opts ...pulumi.ResourceOption) (*Portal, error) {
	portal := &Portal{}
	opts = append(opts, pulumi.Transforms([]pulumi.ResourceTransform{inside}))
	if err := ctx.RegisterComponentResource(p.GetTypeToken(ctx), name, portal, opts...); err != nil {
		return nil, err
	}
	title := args.Titles.ToStringArrayOutput().ApplyT(func(titles []string) string { return strings.Join(titles, " and ") })
	site := &Website{}
	inputs := pulumi.Map{"title": title, "index": pulumi.String("portal.html"), "pages": pulumi.Int(1)}
	err := ctx.RegisterRemoteComponentResource("site:index:Website", name+"-site", inputs, site, pulumi.Parent(portal))
	if err != nil {
		return nil, err
	}
	about, err := ctx.CallPackageSingle("site:index:Website/pageUrl", pulumi.Map{"path": pulumi.String("about")}, pulumi.StringOutput{}, site, "")
	if err != nil {
		return nil, err
	}
	portal.URL, portal.About = site.URL, about.(pulumi.StringOutput)
	portal.Count = args.Titles.ToStringArrayOutput().ApplyT(func(titles []string) int { return len(titles) }).(pulumi.IntOutput)
	return portal, nil
}

func inside(_ context.Context, child *pulumi.ResourceTransformArgs) *pulumi.ResourceTransformResult {
	if child.Type != "site:index:Page" {
		return nil
	}
	child.Props["path"] = pulumi.String("site/") + child.Props["path"].(pulumi.String)
	return &pulumi.ResourceTransformResult{Props: child.Props, Opts: child.Opts}
}

// Slug makes a part of a path of a text.
type Slug struct{}

// SlugArgs are the arguments of Slug.
type SlugArgs struct {
	Text string `pulumi:"text"`
}

// SlugResult is the result of Slug.
type SlugResult struct {
	Result string `pulumi:"result"`
}

func (Slug) Annotate(a infer.Annotator) { a.SetToken("index", "slug") }

func (Slug) Invoke(_ context.Context, req infer.FunctionRequest[SlugArgs]) (infer.FunctionResponse[SlugResult], error) {
	words := strings.FieldsFunc(req.Input.Text, func(letter rune) bool { return !unicode.IsLetter(letter) && !unicode.IsDigit(letter) })
	return infer.FunctionResponse[SlugResult]{Output: SlugResult{strings.ToLower(strings.Join(words, "-"))}}, nil
}

// slugOutput is the result of Slug in a component.
type slugOutput struct{ *pulumi.OutputState }

func (slugOutput) ElementType() reflectType { return typeOf[SlugResult]() }

// MirrorArgs are the inputs of a mirror.
type MirrorArgs struct {
	Page *Page              `pulumi:"page"`
	Word pulumi.StringInput `pulumi:"word"`
}

// Mirror is the same text at another path.
type Mirror struct {
	pulumi.ResourceState

	URL  pulumi.StringOutput `pulumi:"url"`
	Copy *Page               `pulumi:"copy"`
}

// NewMirror declares the other page.
func NewMirror(ctx *pulumi.Context, name string, args MirrorArgs, opts ...pulumi.ResourceOption) (*Mirror, error) {
	mirror := &Mirror{}
	if err := ctx.RegisterComponentResource(p.GetTypeToken(ctx), name, mirror, opts...); err != nil {
		return nil, err
	}
	id := args.Word.ToStringOutput().ApplyT(func(id string) pulumi.ID { return pulumi.ID(id) }).(pulumi.IDOutput)
	word, err := random.GetRandomString(ctx, name+"-word", id, pulumi.Parent(mirror))
	if err != nil {
		return nil, err
	}
	slug := ctx.InvokeOutput("site:index:slug", pulumi.Map{"text": args.Page.Text}, slugOutput{}, pulumi.InvokeOutputOptions{})
	made := slug.ApplyT(func(slug SlugResult) string { return slug.Result })
	path := pulumi.Sprintf("%s-%s", made, word.Result)
	page, err := newPage(ctx, name+"-page", path, args.Page.Text, pulumi.Parent(mirror))
	if err != nil {
		return nil, err
	}
	mirror.URL, mirror.Copy = page.URL, page
	return mirror, nil
}

// Fault is how a Faulty component fails.
type Fault string

// Values are the faults.
func (Fault) Values() []infer.EnumValue[Fault] {
	return values[Fault]("value", "callback", "panic", "package", "twice", "absent", "part", "transform", "hook")
}

// FaultyArgs are the inputs of a Faulty component.
type FaultyArgs struct {
	Fault Fault              `pulumi:"fault"`
	Text  pulumi.StringInput `pulumi:"text,optional"`
}

func (args *FaultyArgs) Annotate(a infer.Annotator) { a.SetDefault(&args.Text, "text") }

// Faulty fails as its program says.
type Faulty struct {
	pulumi.ResourceState

	TextOut pulumi.StringOutput `pulumi:"textOut"`
}

// NewFaulty fails.
func NewFaulty(ctx *pulumi.Context, name string, args FaultyArgs, opts ...pulumi.ResourceOption) (*Faulty, error) {
	faulty := &Faulty{TextOut: args.Text.ToStringOutput()}
	if args.Fault == "transform" {
		opts = append(opts, pulumi.Transforms([]pulumi.ResourceTransform{notThis}))
	}
	if err := ctx.RegisterComponentResource(p.GetTypeToken(ctx), name, faulty, opts...); err != nil {
		return nil, err
	}
	page := func(name string, opts ...pulumi.ResourceOption) (*Page, error) {
		return newPage(ctx, name, pulumi.String("p"), args.Text, append(opts, pulumi.Parent(faulty))...)
	}
	var err error
	switch args.Fault {
	case "value":
		return nil, wasm.Invalid(wasm.Failure{Property: "text", Reason: "is not to this component's taste"})
	case "callback":
		faulty.TextOut = faulty.TextOut.ApplyT(func(text string) (string, error) {
			return "", fmt.Errorf("%d letters are too many", len(text))
		}).(pulumi.StringOutput)
	case "panic":
		faulty.TextOut = faulty.TextOut.ApplyT(func(text string) string { panic("there is a text") }).(pulumi.StringOutput)
	case "package":
		err = ctx.RegisterResource("aws:s3:Bucket", name+"-bucket", nil, &pulumi.CustomResourceState{}, pulumi.Parent(faulty))
	case "twice":
		if _, err = page(name + "-page"); err == nil {
			_, err = page(name + "-page")
		}
	case "transform":
		_, err = page(name + "-page")
	case "hook":
		hooks := hooksOf(ctx, func(event string, hook *pulumi.ResourceHookArgs) error { return judged(ctx, event, hook) })
		_, err = page(name+"-page", hooks)
	}
	return faulty, err
}

func notThis(_ context.Context, child *pulumi.ResourceTransformArgs) *pulumi.ResourceTransformResult {
	panic(fmt.Errorf("not `%s`", child.Name))
}

// hooksOf makes a function the hook of all events.
func hooksOf(ctx *pulumi.Context, function func(event string, hook *pulumi.ResourceHookArgs) error) pulumi.ResourceOption {
	hook := func(event string) []*pulumi.ResourceHook {
		made, err := ctx.RegisterResourceHook(event, func(hook *pulumi.ResourceHookArgs) error { return function(event, hook) }, nil)
		must(err)
		return []*pulumi.ResourceHook{made}
	}
	return pulumi.ResourceHooks(&pulumi.ResourceHookBinding{
		BeforeCreate: hook("beforeCreate"), AfterCreate: hook("afterCreate"),
		BeforeUpdate: hook("beforeUpdate"), AfterUpdate: hook("afterUpdate"),
	})
}

// judged refuses one text of a page before its creation, and another text after it. It notes all other texts.
func judged(ctx *pulumi.Context, event string, hook *pulumi.ResourceHookArgs) error {
	text := hook.NewInputs["text"].V
	url := "not made"
	if made := hook.NewOutputs["url"]; made.IsString() {
		url = made.StringValue()
	}
	switch {
	case event == "beforeCreate" && text == "text":
		return fmt.Errorf("the hook refuses")
	case strings.HasPrefix(event, "after") && text == "wrong":
		return fmt.Errorf("the page is wrong")
	}
	return ctx.Log.Info(fmt.Sprintf("%s of %s: %s", event, hook.Name, url), nil)
}
