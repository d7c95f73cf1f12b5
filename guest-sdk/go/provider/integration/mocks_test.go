package integration_test

import (
	"context"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/property"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi-go-provider/infer"
	"github.com/pulumi/pulumi-go-provider/integration"
)

type signArgs struct {
	Text pulumi.StringInput `pulumi:"text"`
}

type sign struct {
	pulumi.ResourceState
	signArgs

	Shown pulumi.StringOutput `pulumi:"shown"`
}

func (*sign) Annotate(a infer.Annotator) { a.SetToken("index", "Sign") }

func newSign(ctx *pulumi.Context, name string, args signArgs, opts ...pulumi.ResourceOption) (*sign, error) {
	made := &sign{signArgs: args}
	if err := ctx.RegisterComponentResource("signs:index:Sign", name, made, opts...); err != nil {
		return nil, err
	}
	var board struct {
		pulumi.CustomResourceState
		Size pulumi.IntOutput `pulumi:"size"`
	}
	loud := args.Text.ToStringOutput().ApplyT(strings.ToUpper)
	if err := ctx.RegisterResource("wood:index:Board", name+"-board", pulumi.Map{"text": loud}, &board, pulumi.Parent(made)); err != nil {
		return nil, err
	}
	var word struct {
		Word string `pulumi:"word"`
	}
	if err := ctx.Invoke("words:index:find", map[string]any{"length": 3}, &word); err != nil {
		return nil, err
	}
	made.Shown = pulumi.Sprintf("%s of %d on %s", word.Word, board.Size, board.ID())
	return made, nil
}

func TestAComponentIsConstructedWithMocks(t *testing.T) {
	var texts []string
	server, err := integration.NewServer(context.Background(), "signs", version("1.0.0"),
		integration.WithProvider(infer.Provider(infer.Options{Components: []infer.InferredComponent{infer.ComponentF(newSign)}})),
		integration.WithMocks(&integration.MockResourceMonitor{
			NewResourceF: func(args integration.MockResourceArgs) (string, property.Map, error) {
				if !args.Custom {
					texts = append(texts, string(args.TypeToken)+" "+args.Name)
					return "", property.Map{}, nil
				}
				texts = append(texts, args.Name+" "+args.Inputs.Get("text").AsString())
				return "b1", property.NewMap(map[string]property.Value{"size": property.New(4.0).WithSecret(true)}), nil
			},
			CallF: func(args integration.MockCallArgs) (property.Map, error) {
				return property.NewMap(map[string]property.Value{"word": property.New("hut")}), nil
			},
		}))
	if err != nil {
		t.Fatal(err)
	}
	answer, err := server.Construct(p.ConstructRequest{
		Urn:    "urn:pulumi:dev::shop::signs:index:Sign::s",
		Inputs: property.NewMap(map[string]property.Value{"text": property.New("hi")}),
	})
	if err != nil {
		t.Fatal(err)
	}
	wanted := property.New(map[string]property.Value{"shown": property.New("hut of 4 on b1").WithSecret(true)})
	if found := property.New(answer.State); !found.Equals(wanted) {
		t.Errorf("%v", found)
	}
	// As natively, the component itself is registered first.
	if strings.Join(texts, ", ") != "signs:index:Sign s, s-board HI" {
		t.Errorf("%v", texts)
	}
}
