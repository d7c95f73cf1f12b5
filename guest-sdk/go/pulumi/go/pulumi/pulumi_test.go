package pulumi_test

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/graph"
	"github.com/pulumi/pulumi/sdk/v3/go/property"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

// host keeps all declarations.
type host struct {
	registered []graph.Registration
	outputs    map[uint32]property.Map
	queries    []graph.Query
	sources    map[uint32]property.Value
	nodes      uint32
}

func (host *host) node() uint32 {
	host.nodes++
	return host.nodes
}

func (host *host) Register(_ uint32, registration graph.Registration) (uint32, error) {
	if strings.HasPrefix(registration.Token, "aws:") {
		return 0, fmt.Errorf("`aws` is not used")
	}
	host.registered = append(host.registered, registration)
	return host.node(), nil
}

func (host *host) RegisterOutputs(_, node uint32, outputs property.Map) error {
	host.outputs[node] = outputs
	return nil
}

func (host *host) LookUp(_ uint32, query graph.Query) (uint32, error) {
	host.queries = append(host.queries, query)
	return host.node(), nil
}

func (host *host) Apply(_ uint32, source property.Value, callback uint32, _ string) (uint32, error) {
	host.sources[callback] = source
	return host.node(), nil
}

// construct runs the function of a component, and gives its outputs.
func construct(t *testing.T, declare func(*pulumi.Context) (property.Map, error)) (*host, *graph.Session, property.Value, error) {
	t.Helper()
	host := &host{outputs: map[uint32]property.Map{}, sources: map[uint32]property.Value{}}
	session := graph.Open(1, host)
	t.Cleanup(func() { graph.Close(1) })
	result, err := session.Run(context.Background(), func() (property.Value, error) {
		ctx, err := pulumi.Begin(context.Background(), pulumi.Call{Package: "site", Project: "shop", Stack: "dev"})
		if err != nil {
			return property.Value{}, err
		}
		outputs, err := declare(ctx)
		return property.New(outputs), err
	})
	return host, session, result, err
}

type site struct {
	pulumi.ResourceState

	URL pulumi.StringOutput `pulumi:"url"`
}

type bucket struct {
	pulumi.CustomResourceState

	Name pulumi.StringOutput `pulumi:"name"`
}

type bucketArgs struct {
	Name pulumi.StringInput
	Tags pulumi.StringMapInput
	Size pulumi.IntPtrInput
}

type plainBucketArgs struct {
	Name string            `pulumi:"bucketName"`
	Tags map[string]string `pulumi:"tags"`
	Size *int              `pulumi:"size"`
}

func (bucketArgs) ElementType() reflect.Type { return reflect.TypeFor[plainBucketArgs]() }

func TestAChildIsDeclaredBelowTheComponent(t *testing.T) {
	host, session, result, err := construct(t, func(ctx *pulumi.Context) (property.Map, error) {
		self := &site{}
		if err := ctx.RegisterComponentResource("site:index:Site", "s", self); err != nil {
			return property.Map{}, err
		}
		first := &bucket{}
		args := &bucketArgs{Name: pulumi.String("b"), Tags: pulumi.StringMap{"site": self.URN().ToStringOutput()}}
		err := ctx.RegisterResource("random:index:Bucket", "s-first", args, first, pulumi.Parent(self), pulumi.Protect(false))
		if err != nil {
			return property.Map{}, err
		}
		second := &bucket{}
		// The package of a token from infer's GetToken stands for the own package.
		err = ctx.RegisterResource("pkg:index:Bucket", "s-second", pulumi.Map{"of": pulumi.NewResourceInput(first)}, second,
			pulumi.Parent(first), pulumi.DependsOn([]pulumi.Resource{first}), pulumi.Version("1.2.3"))
		if err != nil {
			return property.Map{}, err
		}
		self.URL = pulumi.All(first.Name, 3, second.ID()).ApplyT(func(all []any) string {
			return fmt.Sprint(all[0].(string), all[1].(int), all[2].(pulumi.ID))
		}).(pulumi.StringOutput)
		return pulumi.Results(self)
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(host.registered) != 2 {
		t.Fatalf("%d registrations", len(host.registered))
	}
	if token := host.registered[1].Token; token != "site:index:Bucket" {
		t.Errorf("the token %s", token)
	}
	wanted := property.NewMap(map[string]property.Value{
		"bucketName": property.New("b"),
		"tags":       property.New(map[string]property.Value{"site": graph.Member(0, "urn")}),
	})
	if found := host.registered[0].Inputs; !property.New(found).Equals(property.New(wanted)) {
		t.Errorf("inputs %v", found)
	}
	options := property.New(map[string]property.Value{"protect": property.New(false)})
	if found := host.registered[0].Options; !property.New(found).Equals(options) {
		t.Errorf("options %v", found)
	}
	options = property.New(map[string]property.Value{
		"parent": graph.Output(1), "dependsOn": property.New([]property.Value{graph.Output(1)}),
	})
	if found := host.registered[1].Options; !property.New(found).Equals(options) {
		t.Errorf("options %v", found)
	}
	if found := host.registered[1].Inputs.Get("of"); !found.Equals(graph.Output(1)) {
		t.Errorf("a reference %v", found)
	}
	if found := result.AsMap().Get("url"); !found.Equals(graph.Output(3)) {
		t.Errorf("the output %v", found)
	}
	source := property.New([]property.Value{graph.Member(1, "name"), property.New(3.0), graph.Member(2, "id")})
	if !host.sources[0].Equals(source) {
		t.Errorf("the source %v", host.sources[0])
	}
	known := property.New([]property.Value{property.New("n"), property.New(3.0), property.New("i")})
	value, err := session.Call(context.Background(), 0, known)
	if err != nil || !value.Equals(property.New("n3i")) {
		t.Errorf("%v, %v", value, err)
	}
}

func TestAnInvokeWaitsForItsResult(t *testing.T) {
	host, session, result, err := construct(t, func(ctx *pulumi.Context) (property.Map, error) {
		self := &site{}
		if err := ctx.RegisterComponentResource("site:index:Site", "s", self); err != nil {
			return property.Map{}, err
		}
		var zone struct {
			ID string `pulumi:"zoneId"`
		}
		arguments := map[string]any{"name": "example.com"}
		if err := ctx.Invoke("dns:index:getZone", arguments, &zone); err != nil {
			return property.Map{}, err
		}
		self.URL = pulumi.String("https://" + zone.ID).ToStringOutput()
		return pulumi.Results(self)
	})
	if node, _, ok := graph.NodeOf(result); err != nil || !ok || node != 2 {
		t.Fatalf("%v, %v", result, err)
	}
	if query := host.queries[0]; query.Kind != "invoke" || query.Token != "dns:index:getZone" {
		t.Errorf("%v", query)
	}
	found := property.New(map[string]property.Value{"zoneId": property.New("z1")})
	value, err := session.Call(context.Background(), 0, found)
	wanted := property.New(map[string]property.Value{"url": property.New("https://z1")})
	if err != nil || !value.Equals(wanted) {
		t.Errorf("%v, %v", value, err)
	}
}

func TestAFailureNamesTheResourceAndTheLine(t *testing.T) {
	_, _, _, err := construct(t, func(ctx *pulumi.Context) (property.Map, error) {
		return property.Map{}, ctx.RegisterResource("aws:s3:Bucket", "b", nil, &bucket{})
	})
	for _, part := range []string{"`aws:s3:Bucket` `b`", "pulumi_test.go:", "`aws` is not used"} {
		if err == nil || !strings.Contains(err.Error(), part) {
			t.Errorf("`%s` is missing in %v", part, err)
		}
	}
}

func TestAnOutputOfAnotherConstructionIsRefused(t *testing.T) {
	var kept pulumi.StringOutput
	declare := func(ctx *pulumi.Context) (property.Map, error) {
		self, child := &site{}, &bucket{}
		if err := ctx.RegisterComponentResource("site:index:Site", "s", self); err != nil {
			return property.Map{}, err
		}
		inputs := pulumi.Map{}
		if kept.OutputState != nil {
			inputs["text"] = kept
		}
		err := ctx.RegisterResource("random:index:Bucket", "s-child", inputs, child, pulumi.Parent(self))
		kept = child.Name
		return property.Map{}, err
	}
	if _, _, _, err := construct(t, declare); err != nil {
		t.Fatal(err)
	}
	if _, _, _, err := construct(t, declare); err == nil || !strings.Contains(err.Error(), "`text` is an output of another") {
		t.Fatalf("%v", err)
	}
}

func TestArgumentsAreInputsAndPlainValues(t *testing.T) {
	type args struct {
		Title pulumi.StringInput      `pulumi:"title"`
		Tags  pulumi.StringArrayInput `pulumi:"tags,optional"`
		Count int                     `pulumi:"count"`
		Note  pulumi.StringPtrInput   `pulumi:"note,optional"`
	}
	_, _, _, err := construct(t, func(*pulumi.Context) (property.Map, error) {
		var found args
		inputs := property.NewMap(map[string]property.Value{
			"title": graph.Member(0, "title"), "tags": property.New([]property.Value{property.New("a")}), "count": property.New(2.0),
		})
		if err := pulumi.Arguments(inputs, &found); err != nil {
			return property.Map{}, err
		}
		if found.Count != 2 || found.Note != nil || found.Title == nil || found.Tags == nil {
			t.Errorf("%v", found)
		}
		err := pulumi.Arguments(inputs.Set("count", graph.Member(0, "count")), &found)
		if err == nil || err.Error() != "`count` is not known yet" {
			t.Errorf("%v", err)
		}
		return property.Map{}, nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestAValueThatNoPropertyCanHaveIsOnlyForFunctions(t *testing.T) {
	type inner struct{ n int }
	_, session, result, err := construct(t, func(ctx *pulumi.Context) (property.Map, error) {
		text := pulumi.Any(graph.Member(0, "text")).AsStringOutput()
		made := text.ApplyT(func(text string) inner { return inner{len(text)} })
		length := made.ApplyT(func(made inner) int { return made.n }).(pulumi.IntOutput)
		self := &site{}
		if err := ctx.RegisterComponentResource("site:index:Site", "s", self); err != nil {
			return property.Map{}, err
		}
		self.URL = length.ApplyT(func(length int) string { return fmt.Sprint(length) }).(pulumi.StringOutput)
		return pulumi.Results(self)
	})
	if err != nil || !result.AsMap().Get("url").Equals(graph.Output(3)) {
		t.Fatalf("%v, %v", result, err)
	}
	if value, err := session.Call(context.Background(), 0, property.New("four")); err != nil || !value.IsNull() {
		t.Fatalf("%v, %v", value, err)
	}
	value, err := session.Call(context.Background(), 1, property.Value{})
	if err != nil || !value.Equals(property.New(4.0)) {
		t.Fatalf("%v, %v", value, err)
	}
}

// Each input of a simple value is also an input of an optional one: SDKs such as the one for Kubernetes pass it on as such.
var (
	_ interface{ ToBoolPtrOutput() pulumi.BoolPtrOutput } = pulumi.BoolInput(nil)
	_ interface {
		ToFloat64PtrOutput() pulumi.Float64PtrOutput
	} = pulumi.Float64Input(nil)
	_ interface{ ToIDPtrOutput() pulumi.IDPtrOutput }         = pulumi.IDInput(nil)
	_ interface{ ToIntPtrOutput() pulumi.IntPtrOutput }       = pulumi.IntInput(nil)
	_ interface{ ToStringPtrOutput() pulumi.StringPtrOutput } = pulumi.StringInput(nil)
	_ interface{ ToURNPtrOutput() pulumi.URNPtrOutput }       = pulumi.URNInput(nil)
)

func TestAnOutputIsNotWrittenAsJSON(t *testing.T) {
	text, err := json.Marshal(map[string]any{"name": pulumi.String("x").ToStringOutput()})
	if err == nil || !strings.Contains(err.Error(), "JSONMarshal") {
		t.Errorf("the text is %s (%v)", text, err)
	}
}
