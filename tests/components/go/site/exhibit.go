package main

import (
	"context"
	"fmt"
	"strings"

	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi-go-provider/infer"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"example.com/random"
)

// Show is the subject of an Exhibit.
type Show string

// Values are the subjects.
func (Show) Values() []infer.EnumValue[Show] {
	return values[Show]("options", "aliases", "providers", "secrets", "paths", "flattened", "joined", "values", "groups", "remote", "later",
		"references", "objects", "transforms", "hooks")
}

// Spot is where something is.
type Spot struct {
	Name  string `pulumi:"name"`
	Level int    `pulumi:"level" wasm:"minimum=0,maximum=255"`
}

// SpotOutput is a Spot that may be unknown, or missing.
type SpotOutput struct{ *pulumi.OutputState }

func (SpotOutput) ElementType() reflectType { return typeOf[*Spot]() }

func init() { pulumi.RegisterOutputType(SpotOutput{}) }

// ExhibitArgs are the inputs of an Exhibit.
type ExhibitArgs struct {
	Show Show                    `pulumi:"show"`
	Text pulumi.StringInput      `pulumi:"text,optional"`
	List pulumi.StringArrayInput `pulumi:"list,optional"`
	Spot SpotOutput              `pulumi:"spot,optional"`
}

func (args *ExhibitArgs) Annotate(a infer.Annotator) { a.SetDefault(&args.Text, "text") }

// Exhibit declares resources in one of many ways.
type Exhibit struct {
	pulumi.ResourceState

	Shown pulumi.StringPtrOutput `pulumi:"shown,optional"`
}

// exhibited is what a way has.
type exhibited struct {
	*pulumi.Context
	self *Exhibit
	name string
	args ExhibitArgs
	text pulumi.StringOutput
	list pulumi.StringArrayOutput
}

func (on *exhibited) thing(name string, inputs pulumi.Map, opts ...pulumi.ResourceOption) *random.Thing {
	thing, err := random.NewThing(on.Context, on.name+"-"+name, inputs, append([]pulumi.ResourceOption{pulumi.Parent(on.self)}, opts...)...)
	must(err)
	return thing
}

// must ends the component with an error.
func must(err error) {
	if err != nil {
		panic(err)
	}
}

// NewExhibit declares resources.
func NewExhibit(ctx *pulumi.Context, name string, args ExhibitArgs, opts ...pulumi.ResourceOption) (*Exhibit, error) {
	exhibit := &Exhibit{}
	if args.Show == "transforms" {
		opts = append(opts, pulumi.Transforms([]pulumi.ResourceTransform{
			func(_ context.Context, child *pulumi.ResourceTransformArgs) *pulumi.ResourceTransformResult {
				if !child.Custom {
					return nil
				}
				child.Props["site"], child.Opts.Protect = pulumi.String(name), true
				return &pulumi.ResourceTransformResult{Props: child.Props, Opts: child.Opts}
			},
		}))
	}
	if err := ctx.RegisterComponentResource(p.GetTypeToken(ctx), name, exhibit, opts...); err != nil {
		return nil, err
	}
	on := &exhibited{Context: ctx, self: exhibit, name: name, args: args, text: args.Text.ToStringOutput()}
	if args.List == nil {
		args.List = pulumi.StringArray{}
	}
	on.list = args.List.ToStringArrayOutput()
	if shown := ways[args.Show](on); shown != nil {
		exhibit.Shown = shown.ToStringPtrOutput()
	}
	return exhibit, nil
}

var ways = map[Show]func(*exhibited) pulumi.StringPtrInput{
	"options": options, "aliases": aliases, "providers": providers, "secrets": secrets, "paths": paths, "flattened": flattened,
	"joined": joined, "values": plainValues, "groups": groups, "remote": remote, "later": later, "references": references,
	"objects": objects, "transforms": transforms, "hooks": hooks,
}

func newMaker(on *exhibited) *random.Provider {
	maker, err := random.NewProvider(on.Context, on.name+"-maker", pulumi.Parent(on.self))
	must(err)
	return maker
}

func options(on *exhibited) pulumi.StringPtrInput {
	first := on.thing("first", nil)
	maker := newMaker(on)
	whole, err := random.NewThing(on.Context, "whole", pulumi.Map{"text": on.text},
		pulumi.Parent(first),
		pulumi.DependsOn([]pulumi.Resource{first, maker}),
		pulumi.Provider(maker),
		pulumi.Protect(true),
		pulumi.RetainOnDelete(false),
		pulumi.DeleteBeforeReplace(true),
		pulumi.DeletedWith(first),
		pulumi.ReplaceWith([]pulumi.Resource{first}),
		pulumi.ReplacementTrigger(on.text),
		pulumi.IgnoreChanges([]string{"a", "b.c"}),
		pulumi.ReplaceOnChanges([]string{"d"}),
		pulumi.AdditionalSecretOutputs([]string{"e"}),
		pulumi.HideDiffs([]string{"f"}),
		pulumi.Timeouts(&pulumi.CustomTimeouts{Create: "300000ms", Delete: "1500ms"}),
		pulumi.Import(pulumi.ID("the-id")),
	)
	must(err)
	return whole.Text
}

func aliases(on *exhibited) pulumi.StringPtrInput {
	other := pulumi.URN("urn:pulumi:dev::shop::site:index:Exhibit::other")
	olds := []pulumi.Alias{
		{URN: pulumi.URN("urn:pulumi:dev::shop::site:index:Exhibit$random:index:Thing::old")},
		{Name: pulumi.String("old")},
		{Type: pulumi.String("random:index:Old")},
		{ParentURN: other},
		{Name: pulumi.String("old"), ParentURN: other},
	}
	for number, old := range olds {
		on.thing(fmt.Sprintf("thing-%d", number), nil, pulumi.Aliases([]pulumi.Alias{old, {Name: pulumi.String("oldest")}}))
	}
	return nil
}

// DoneGroup is a group that is done.
type DoneGroup struct {
	pulumi.ResourceState

	Done pulumi.BoolOutput `pulumi:"done"`
}

func providers(on *exhibited) pulumi.StringPtrInput {
	shared := pulumi.Providers(newMaker(on))
	group := &DoneGroup{}
	must(on.RegisterComponentResource("site:index:Group", on.name+"-group", group, pulumi.Parent(on.self), shared))
	on.thing("group-thing", nil, pulumi.Parent(group))
	must(on.RegisterResourceOutputs(group, pulumi.Map{"done": pulumi.Bool(true)}))
	_, err := random.NewRemote(on.Context, on.name+"-remote", nil, pulumi.Parent(on.self), shared)
	must(err)
	return group.Done.ApplyT(func(done bool) string { return fmt.Sprint(done) }).(pulumi.StringOutput)
}

func secrets(on *exhibited) pulumi.StringPtrInput {
	inner := pulumi.ToSecret(on.text).(pulumi.StringOutput)
	made := inner.ApplyT(strings.ToLower).(pulumi.StringOutput)
	thing := on.thing("thing", pulumi.Map{
		"text": inner, "deep": pulumi.Map{"list": pulumi.Array{on.text, inner}}, "made": made,
	})
	return pulumi.ToSecret(thing.Text).(pulumi.StringOutput)
}

func paths(on *exhibited) pulumi.StringPtrInput {
	first := on.thing("first", pulumi.Map{"a": pulumi.Map{"b": pulumi.ToStringArray([]string{"one", "two"})}})
	made := on.list.ApplyT(func(items []string) []string { return items }).(pulumi.StringArrayOutput)
	b := first.A.MapIndex(pulumi.String("b")).AsStringArrayOutput()
	on.thing("second", pulumi.Map{
		"whole": first.A,
		"part":  b.Index(pulumi.Int(0)),
		"below": b.Index(pulumi.Int(1)),
		"item":  on.list.Index(pulumi.Int(0)),
		"made":  made.Index(pulumi.Int(1)),
		"name":  on.args.Spot.ApplyT(func(spot *Spot) string { return spot.Name }).(pulumi.StringOutput),
	})
	return b.Index(pulumi.Int(0))
}

func flattened(on *exhibited) pulumi.StringPtrInput {
	first := on.thing("first", pulumi.Map{"text": on.text})
	text := on.text.ApplyT(func(string) pulumi.StringOutput { return first.Text }).(pulumi.StringOutput)
	return on.thing("thing", pulumi.Map{"text": text}).Text
}

func joined(on *exhibited) pulumi.StringPtrInput {
	first := on.thing("first", pulumi.Map{"text": pulumi.String("a")})
	second := on.thing("second", pulumi.Map{"text": on.text})
	texts := pulumi.StringArray{first.Text, second.Text}.ToStringArrayOutput()
	three := pulumi.All(on.text, first.ID(), on.list).ApplyT(func(all []any) string {
		return fmt.Sprintf("%s %s %d", all[0].(string), all[1].(pulumi.ID), len(all[2].([]string)))
	}).(pulumi.StringOutput)
	named := pulumi.Sprintf("%s <%s> %d", first.URN(), second.ID(), 7)
	on.thing("third", pulumi.Map{"texts": texts, "three": three, "named": named})
	return texts.ApplyT(func(texts []string) string { return strings.Join(texts, "+") }).(pulumi.StringOutput)
}

func plainValues(on *exhibited) pulumi.StringPtrInput {
	on.thing("thing", pulumi.Map{
		"zero":     pulumi.Int(0),
		"half":     pulumi.Float64(0.5),
		"negative": pulumi.Int(-1),
		"big":      pulumi.Float64(1 << 53),
		"yes":      pulumi.Bool(true),
		"text":     pulumi.String("grüße \"\n"),
		"empty":    pulumi.Array{},
		"object":   pulumi.Map{},
		"gone":     nil,
		"list": pulumi.Array{
			pulumi.Int(1), pulumi.String("a"), nil, pulumi.Array{}, pulumi.Map{"deep": on.text, "gone": nil},
		},
		"a.b": pulumi.Map{"c d": on.list},
	})
	return on.text
}

// InnerGroup is a group with an id and a text.
type InnerGroup struct {
	pulumi.ResourceState

	ID   pulumi.StringOutput `pulumi:"id"`
	Text pulumi.StringOutput `pulumi:"text"`
}

// OuterGroup is a group around another.
type OuterGroup struct {
	pulumi.ResourceState

	Inner pulumi.StringOutput `pulumi:"inner"`
}

func groups(on *exhibited) pulumi.StringPtrInput {
	outer, inner, empty := &OuterGroup{}, &InnerGroup{}, &pulumi.ResourceState{}
	must(on.RegisterComponentResource("site:index:Outer", on.name+"-outer", outer, pulumi.Parent(on.self), pulumi.Protect(true)))
	must(on.RegisterComponentResource("site:index:Inner", on.name+"-outer-inner", inner, pulumi.Parent(outer)))
	thing := on.thing("outer-inner-thing", pulumi.Map{"text": on.text}, pulumi.Parent(inner))
	must(on.RegisterResourceOutputs(inner, pulumi.Map{"id": thing.ID(), "text": thing.Text}))
	must(on.RegisterComponentResource("site:other:Empty", on.name+"-outer-empty", empty, pulumi.Parent(outer)))
	must(on.RegisterResourceOutputs(empty, pulumi.Map{}))
	must(on.RegisterResourceOutputs(outer, pulumi.Map{"inner": inner.Text}))
	on.thing("after", pulumi.Map{"text": outer.Inner}, pulumi.DependsOn([]pulumi.Resource{outer}))
	return outer.Inner
}

func remote(on *exhibited) pulumi.StringPtrInput {
	made, err := random.NewRemote(on.Context, on.name+"-remote", pulumi.Map{"text": on.text, "list": pulumi.StringArray{on.text}},
		pulumi.Parent(on.self))
	must(err)
	on.thing("thing", pulumi.Map{"text": made.Text})
	return made.Text
}

func later(on *exhibited) pulumi.StringPtrInput {
	return on.list.ApplyT(func(items []string) (string, error) {
		for _, item := range items {
			on.thing("item-"+item, pulumi.Map{"text": pulumi.String(item)})
		}
		return fmt.Sprint(len(items)), nil
	}).(pulumi.StringOutput)
}

func references(on *exhibited) pulumi.StringPtrInput {
	first := on.thing("first", nil)
	reference := pulumi.NewResourceInput(first)
	return on.thing("second", pulumi.Map{
		"of": reference, "deep": pulumi.Map{"list": pulumi.Array{reference}}, "id": first.ID(), "urn": first.URN(),
	}).ID().ToStringOutput()
}

func objects(on *exhibited) pulumi.StringPtrInput {
	inputs := pulumi.Map{"plain": pulumi.Any(Spot{"here", 0})}
	spot := on.args.Spot
	if spot.OutputState == nil {
		spot = pulumi.Any(nil).ApplyT(func(any) *Spot { return nil }).(SpotOutput)
	} else {
		inputs["spot"] = spot
	}
	inputs["said"] = spot.ApplyT(func(spot *Spot) *string {
		if spot == nil {
			return nil
		}
		said := fmt.Sprintf("%s:%d", spot.Name, spot.Level)
		return &said
	})
	higher := spot.ApplyT(func(spot *Spot) *Spot {
		if spot == nil {
			return nil
		}
		return &Spot{spot.Name, spot.Level + 1}
	}).(SpotOutput)
	inputs["higher"] = higher
	on.thing("thing", inputs)
	return higher.ApplyT(func(spot *Spot) *string {
		if spot == nil {
			return nil
		}
		level := fmt.Sprint(spot.Level)
		return &level
	}).(pulumi.StringPtrOutput)
}

func transforms(on *exhibited) pulumi.StringPtrInput {
	first := on.thing("first", pulumi.Map{
		"text": pulumi.ToSecret(on.text).(pulumi.StringOutput),
		"tags": pulumi.Map{"a": pulumi.String("1"), "b": on.text},
		"list": pulumi.Array{pulumi.Int(1), on.text},
	})
	move := func(_ context.Context, child *pulumi.ResourceTransformArgs) *pulumi.ResourceTransformResult {
		child.Props["moved"] = pulumi.ToSecret(child.Props["text"])
		delete(child.Props, "text")
		child.Opts.IgnoreChanges = nil
		return &pulumi.ResourceTransformResult{Props: child.Props, Opts: child.Opts}
	}
	on.thing("second", pulumi.Map{"text": first.ID(), "count": pulumi.Int(3)}, pulumi.IgnoreChanges([]string{"x"}),
		pulumi.Transforms([]pulumi.ResourceTransform{move}))
	group := &pulumi.ResourceState{}
	must(on.RegisterComponentResource("site:index:Group", on.name+"-group", group, pulumi.Parent(on.self)))
	on.thing("group-in", pulumi.Map{"text": on.text}, pulumi.Parent(group))
	must(on.RegisterResourceOutputs(group, pulumi.Map{}))
	return first.Text
}

func hooks(on *exhibited) pulumi.StringPtrInput {
	noted := hooksOf(on.Context, func(event string, hook *pulumi.ResourceHookArgs) error {
		return on.Log.Info(event+" of "+hook.Name, nil)
	})
	return on.thing("first", pulumi.Map{"text": on.text}, noted).Text
}
