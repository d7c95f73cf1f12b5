package pulumi_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

// monitor keeps what a program declares, and gives each resource its inputs.
type monitor struct{ declared []string }

func (monitor *monitor) NewResource(args pulumi.MockResourceArgs) (string, resource.PropertyMap, error) {
	if args.Name == "wrong" {
		return "", nil, errors.New("no room for " + args.Name)
	}
	monitor.declared = append(monitor.declared, fmt.Sprint(args.TypeToken, " ", args.Name, " ", args.Custom, " ", args.Inputs.Mappable()))
	outputs := args.Inputs.Copy()
	outputs["area"] = resource.MakeSecret(resource.NewNumberProperty(12))
	return args.Name + "-id", outputs, nil
}

func (*monitor) Call(args pulumi.MockCallArgs) (resource.PropertyMap, error) {
	return resource.PropertyMap{"word": resource.NewStringProperty(args.Token + " of " + args.Args["length"].TypeString())}, nil
}

type fence struct {
	pulumi.ResourceState
	Area pulumi.IntOutput `pulumi:"area"`
}

type board struct {
	pulumi.CustomResourceState
	Text pulumi.StringOutput `pulumi:"text"`
	Area pulumi.IntOutput    `pulumi:"area"`
}

func newFence(ctx *pulumi.Context, name string, opts ...pulumi.ResourceOption) (*fence, error) {
	made := &fence{}
	if err := ctx.RegisterComponentResource("wood:index:Fence", name, made, opts...); err != nil {
		return nil, err
	}
	var first, second board
	if err := ctx.RegisterResource("wood:index:Board", name+"-1", pulumi.Map{"text": pulumi.String("a")}, &first, pulumi.Parent(made)); err != nil {
		return nil, err
	}
	text := pulumi.Sprintf("%s beside %s", first.Text, first.ID())
	if err := ctx.RegisterResource("wood:index:Board", name+"-2", pulumi.Map{"text": text}, &second, pulumi.Parent(made)); err != nil {
		return nil, err
	}
	made.Area = second.Area
	return made, ctx.RegisterResourceOutputs(made, pulumi.Map{"area": made.Area})
}

func TestAProgramOfATestRunsWithMocks(t *testing.T) {
	mocks := &monitor{}
	area, urn, word := 0, "", ""
	err := pulumi.RunErr(func(ctx *pulumi.Context) error {
		made, err := newFence(ctx, "f")
		if err != nil {
			return err
		}
		pulumi.All(made.Area, made.URN()).ApplyT(func(all []any) error {
			area, urn = all[0].(int), string(all[1].(pulumi.URN))
			return nil
		})
		var found struct {
			Word string `pulumi:"word"`
		}
		err = ctx.Invoke("words:index:find", map[string]any{"length": 3}, &found)
		word = found.Word
		return err
	}, pulumi.WithMocks("shop", "dev", mocks))
	if err != nil {
		t.Fatal(err)
	}
	expected := []string{
		"wood:index:Fence f false map[]", "wood:index:Board f-1 true map[text:a]", "wood:index:Board f-2 true map[text:a beside f-1-id]",
	}
	if found := strings.Join(mocks.declared, "\n"); found != strings.Join(expected, "\n") {
		t.Errorf("it declares\n%s", found)
	}
	if area != 12 || urn != "urn:pulumi:dev::shop::wood:index:Fence::f" || word != "words:index:find of number" {
		t.Errorf("%d %s %s", area, urn, word)
	}
}

func TestAProgramOfATestFailsWithTheErrorsOfItsCodeAndOfMocks(t *testing.T) {
	own := errors.New("no wood")
	if err := pulumi.RunErr(func(*pulumi.Context) error { return own }, pulumi.WithMocks("shop", "dev", &monitor{})); !errors.Is(err, own) {
		t.Errorf("the error is %v", err)
	}
	err := pulumi.RunErr(func(ctx *pulumi.Context) error {
		return ctx.RegisterResource("wood:index:Board", "wrong", nil, &board{})
	}, pulumi.WithMocks("shop", "dev", &monitor{}))
	if err == nil || !strings.Contains(err.Error(), "no room for wrong") {
		t.Errorf("the error is %v", err)
	}
	if err := pulumi.RunErr(func(*pulumi.Context) error { return nil }); err == nil || !strings.Contains(err.Error(), "WithMocks") {
		t.Errorf("without mocks: %v", err)
	}
}
