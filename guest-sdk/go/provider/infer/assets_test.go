package infer_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/asset"
	"github.com/pulumi/pulumi/sdk/v3/go/property"

	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi-go-provider/infer"
	"github.com/pulumi/pulumi-go-provider/infer/types"
	"github.com/pulumi/pulumi-go-provider/internal/jsontext"
)

type PageArgs struct {
	Body  types.AssetOrArchive            `pulumi:"body"`
	Icon  *types.AssetOrArchive           `pulumi:"icon,optional"`
	Files []types.AssetOrArchive          `pulumi:"files,optional"`
	Named map[string]types.AssetOrArchive `pulumi:"named,optional"`
}

// Page gives its inputs as they came.
type Page struct{}

func (Page) Create(_ context.Context, req infer.CreateRequest[PageArgs]) (infer.CreateResponse[PageArgs], error) {
	return infer.CreateResponse[PageArgs]{ID: req.Name, Output: req.Inputs}, nil
}

const pageURN = resource.URN("urn:pulumi:dev::test::acme:infer_test:Page::page")

func TestAssetsAndArchivesComeInAndGoOutAsTheyAre(t *testing.T) {
	text, _ := resource.NewTextAsset("hello")
	files, _ := resource.NewAssetArchive(map[string]any{"a.txt": text})
	inputs := property.NewMap(map[string]property.Value{
		"body":  property.New(files),
		"icon":  property.New(text),
		"files": property.New([]property.Value{property.New(text), property.New(files)}),
		"named": property.New(map[string]property.Value{"one": property.New(text).WithSecret(true)}),
	})
	page := infer.Provider(infer.Options{Resources: []infer.InferredResource{infer.Resource(Page{})}})
	checked, err := page.Check(context.Background(), p.CheckRequest{Urn: pageURN, Inputs: inputs})
	if err != nil || len(checked.Failures) > 0 {
		t.Fatal(err, checked.Failures)
	}
	created, err := page.Create(context.Background(), p.CreateRequest{Urn: pageURN, Properties: checked.Inputs})
	if err != nil {
		t.Fatal(err)
	}
	for where, values := range map[string]property.Map{"inputs": checked.Inputs, "outputs": created.Properties} {
		body := values.Get("body")
		if !body.IsArchive() || !body.AsArchive().IsAssets() {
			t.Errorf("body of the %s is %#v", where, body)
		}
		if icon := values.Get("icon"); !icon.IsAsset() || icon.AsAsset().Text != "hello" {
			t.Errorf("icon of the %s is %#v", where, icon)
		}
		if list := values.Get("files").AsArray(); !list.Get(0).IsAsset() || !list.Get(1).IsArchive() {
			t.Errorf("files of the %s are %#v", where, list)
		}
	}
	if !checked.Inputs.Get("named").AsMap().Get("one").Secret() {
		t.Errorf("the mark of the secret is lost: %#v", checked.Inputs.Get("named"))
	}
	response, err := page.GetSchema(context.Background(), p.GetSchemaRequest{})
	if err != nil || !strings.Contains(response.Schema, `"body":{"$ref":"pulumi.json#/Asset"}`) {
		t.Errorf("the schema is %s (%v)", response.Schema, err)
	}
}

func TestATextIsNoAsset(t *testing.T) {
	page := infer.Provider(infer.Options{Resources: []infer.InferredResource{infer.Resource(Page{})}})
	checked, err := page.Check(context.Background(), p.CheckRequest{
		Urn: pageURN, Inputs: property.NewMap(map[string]property.Value{"body": property.New("hello")}),
	})
	if err != nil || len(checked.Failures) != 1 || checked.Failures[0].Property != "body" {
		t.Errorf("the failures are %v (%v)", checked.Failures, err)
	}
}

func TestAnAssetWhoseContentIsATextHasItsText(t *testing.T) {
	contents := []string{"hello", "", "\xff\x00", strings.Repeat("x", asset.LargestText+1)}
	asset.Host.Size = func(handle uint32) (int64, error) {
		if int(handle) >= len(contents) {
			return 0, errors.New("the engine left it out")
		}
		return int64(len(contents[handle])), nil
	}
	asset.Host.Read = func(handle uint32, offset int64, count int) ([]byte, error) {
		rest := contents[handle][offset:]
		return []byte(rest[:min(count, len(rest))]), nil
	}
	defer func() { asset.Host.Size, asset.Host.Read = nil, nil }()
	for handle, expected := range []struct {
		text   string
		isText bool
	}{{"hello", true}, {"", true}, {"", false}, {"", false}, {"", false}} {
		number := uint32(handle)
		inputs := property.NewMap(map[string]property.Value{"body": property.New(&asset.Asset{Hash: "h", Handle: &number})})
		seen := make(chan types.AssetOrArchive, 1)
		page := infer.Provider(infer.Options{Resources: []infer.InferredResource{infer.Resource(Seeing{seen})}})
		created, err := page.Create(context.Background(), p.CreateRequest{
			Urn: "urn:pulumi:dev::test::acme:infer_test:Seeing::page", Properties: inputs,
		})
		if err != nil {
			t.Fatal(err)
		}
		body := (<-seen).Asset
		if body.Text != expected.text || body.IsText() != expected.isText {
			t.Errorf("asset %d is %#v", handle, body)
		}
		if back := created.Properties.Get("body").AsAsset(); back.Handle == nil || *back.Handle != number {
			t.Errorf("asset %d came back as %#v", handle, back)
		}
	}
}

func TestAnAssetWhoseTextTheProviderChangesIsThatText(t *testing.T) {
	contents := []string{"hello", "\xff\x00"}
	asset.Host.Size = func(handle uint32) (int64, error) { return int64(len(contents[handle])), nil }
	asset.Host.Read = func(handle uint32, offset int64, count int) ([]byte, error) {
		return []byte(contents[handle][offset:]), nil
	}
	defer func() { asset.Host.Size, asset.Host.Read = nil, nil }()
	const form = `{"body":{"4dabf18193072939515e22adb298388d":"c44067f5952c0a294b673a41bacd8c17",`
	for _, row := range []struct{ given, set, expected string }{
		{`"hash":"h","handle":0}}`, "HELLO", `"text":"HELLO"}}`},
		{`"hash":"h","handle":0}}`, "", `"text":""}}`},
		{`"hash":"h","handle":0}}`, "hello", `"hash":"h","handle":0}}`},
		{`"hash":"h","handle":1}}`, "words", `"text":"words"}}`},
		{`"hash":"h","handle":1}}`, "", `"hash":"h","handle":1}}`},
	} {
		inputs, err := jsontext.Parse(form + row.given)
		if err != nil {
			t.Fatal(err)
		}
		page := infer.Provider(infer.Options{Resources: []infer.InferredResource{infer.Resource(Setting{row.set})}})
		created, err := page.Create(context.Background(), p.CreateRequest{
			Urn: "urn:pulumi:dev::test::acme:infer_test:Setting::page", Properties: inputs,
		})
		if err != nil {
			t.Fatal(err)
		}
		if written, err := jsontext.Write(created.Properties); written != form+row.expected || err != nil {
			t.Errorf("%s with the text %q is written as %s (%v)", row.given, row.set, written, err)
		}
		if content, err := created.Properties.Get("body").AsAsset().Bytes(); row.set != "" && (string(content) != row.set || err != nil) {
			t.Errorf("%s with the text %q has the content %q (%v)", row.given, row.set, content, err)
		}
	}
}

// Setting sets the text of its asset.
type Setting struct{ text string }

func (setting Setting) Create(_ context.Context, req infer.CreateRequest[PageArgs]) (infer.CreateResponse[PageArgs], error) {
	out := req.Inputs
	out.Body.Asset.Text = setting.text
	return infer.CreateResponse[PageArgs]{ID: req.Name, Output: out}, nil
}

// Seeing gives its inputs to a test.
type Seeing struct{ seen chan types.AssetOrArchive }

func (seeing Seeing) Create(_ context.Context, req infer.CreateRequest[PageArgs]) (infer.CreateResponse[PageArgs], error) {
	seeing.seen <- req.Inputs.Body
	return infer.CreateResponse[PageArgs]{ID: req.Name, Output: req.Inputs}, nil
}
