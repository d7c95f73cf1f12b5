package infer

import (
	"context"
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/property"

	"github.com/pulumi-wasm/pulumi-wasm/guest-sdk/go/wasm"

	"github.com/pulumi/pulumi-go-provider/internal/jsontext"
	"github.com/pulumi/pulumi-go-provider/internal/schemajson"
)

func TestTheTagOfRulesIsRead(t *testing.T) {
	for tag, want := range map[string]string{
		"":                                   `null`,
		"minimum=0,maximum=1.5":              `{"maximum":1.5,"minimum":0}`,
		"pattern='^[a-z]{1,2}$',uniqueItems": `{"pattern":"^[a-z]{1,2}$","uniqueItems":true}`,
		"compare=set,compare=empty":          `{"compare":["set","empty"]}`,
		"items.items.maxLength=3":            `{"items":{"items":{"maxLength":3}}}`,
		"patternReason=must be small":        `{"patternReason":"must be small"}`,
		"writeOnly":                          `{"writeOnly":true}`,
		"constant=v1,stateInput,willReplace": `null`,
	} {
		found, err := readOptions(tag)
		if err != nil {
			t.Errorf("%s: %v", tag, err)
			continue
		}
		if written := string(schemajson.Append(nil, anyOf(found.rules))); written != want {
			t.Errorf("%s is %s", tag, written)
		}
	}
}

func anyOf(rules map[string]any) any {
	if rules == nil {
		return nil
	}
	return rules
}

func TestAWrongTagOfRulesNamesTheOption(t *testing.T) {
	for tag, want := range map[string]string{
		"minLenght=1":     "there is `minLength`",
		"minimum=few":     "`few`",
		"minimum":         "`minimum=…`",
		"uniqueItems=yes": "has no value",
		"pattern='^a":     "`'`",
		"pattern='a'b":    "`'`",
		",minimum=1":      "has no name",
	} {
		_, err := readOptions(tag)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", tag, err)
		}
	}
}

type stamps struct {
	Kind  string `pulumi:"kind" wasm:"constant=stamps"`
	Cents int    `pulumi:"cents"`
}

type bill struct {
	Kind    string `pulumi:"kind" wasm:"constant=bill"`
	Account string `pulumi:"account"`
}

type parcel struct {
	Postage wasm.OneOf2[stamps, bill]     `pulumi:"postage,optional" wasm:"tag=kind"`
	Mark    *wasm.OneOf2[float64, string] `pulumi:"mark,optional"`
	Note    wasm.Value[string]            `pulumi:"note"`
	Hint    *wasm.Value[string]           `pulumi:"hint,optional"`
	To      *wasm.Reference[any]          `pulumi:"to,optional"`
	Size    *wasm.Integer                 `pulumi:"size,optional"`
}

func parsed(t *testing.T, text string) property.Map {
	t.Helper()
	object, err := jsontext.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return object
}

func TestTypesOfThePackageWasmComeBackAsTheyWent(t *testing.T) {
	const (
		secret    = `{"4dabf18193072939515e22adb298388d":"1b47061264138c4ac30d75fd1eb44270","value":"n"}`
		unknown   = `"04da6b54-80e4-46f7-96ec-b56ff0331ba9"`
		reference = `{"4dabf18193072939515e22adb298388d":"5cf8f73096256a8f31e491e813e4eb8e","urn":"urn:pulumi:s::p::t::n","id":"i","packageVersion":"2.0.0"}`
	)
	for _, text := range []string{
		`{"note":"n"}`,
		`{"note":` + secret + `}`,
		`{"hint":` + unknown + `,"note":` + unknown + `}`,
		`{"mark":1.5,"note":"n","postage":{"account":"ada","kind":"bill"}}`,
		`{"mark":"best","note":"n","postage":{"cents":80,"kind":"stamps"}}`,
		`{"note":"n","size":"12345678901234567891","to":` + reference + `}`,
	} {
		var read parcel
		found, err := decode(parsed(t, text), &read)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		encoded, err := encode(read, found, true)
		if written, _ := jsontext.Write(encoded); err != nil || written != text {
			t.Errorf("%s came back as %s, %v", text, written, err)
		}
	}
	var read parcel
	if _, err := decode(parsed(t, `{"note":`+secret+`,"mark":"x"}`), &read); err != nil || !read.Note.IsSecret || *read.Mark.B != "x" {
		t.Errorf("%+v, %v", read, err)
	}
	if _, err := decode(parsed(t, `{"note":"n","mark":[1]}`), &read); err == nil || !strings.Contains(err.Error(), "mark") {
		t.Errorf("a list is neither a number nor a text: %v", err)
	}
}

func TestTheSchemaOfAUnionHasItsTag(t *testing.T) {
	types := &typesOf{rename: renaming("acme", nil), specs: map[string]any{}, structs: map[string]reflect.Type{}}
	properties, _, err := types.object(reflect.TypeFor[parcel]())
	if err != nil {
		t.Fatal(err)
	}
	var made map[string]any
	if err := json.Unmarshal(schemajson.Append(nil, properties["postage"]), &made); err != nil {
		t.Fatal(err)
	}
	discriminator, _ := made["discriminator"].(map[string]any)
	mapping, _ := discriminator["mapping"].(map[string]any)
	if discriminator["propertyName"] != "kind" || mapping["bill"] != "#/types/acme:infer:bill" || len(mapping) != 2 {
		t.Errorf("the discriminator is %v", discriminator)
	}
}

type book struct{}

type bookArgs struct {
	Title string `pulumi:"title" wasm:"minLength=1"`
	ISBN  string `pulumi:"isbn" wasm:"compare=ignore-case,stateInput"`
}

type bookState struct {
	bookArgs
	Pages int `pulumi:"pages"`
}

func (bookArgs) Constraints() []wasm.Constraint {
	return []wasm.Constraint{wasm.Requires("title", "isbn")}
}

func (book) Traits() wasm.Traits {
	return wasm.Traits{AutoName: &wasm.AutoName{Property: "title", MaxLength: 9}, ImportID: "{isbn}", Concurrency: 2}
}

func (book) Migrations() []wasm.Migration {
	type old struct {
		Number int `pulumi:"number"`
	}
	type changed struct {
		ISBN string `pulumi:"isbn"`
	}
	return []wasm.Migration{
		wasm.Convert(func(old old) (changed, error) { return changed{strings.Repeat("9", old.Number)}, nil }),
		wasm.SetDefault("title", "unnamed"),
	}
}

func (book) Create(context.Context, CreateRequest[bookArgs]) (CreateResponse[bookState], error) {
	return CreateResponse[bookState]{}, nil
}

func (book) List(_ context.Context, req wasm.ListRequest[bookArgs]) (wasm.Page, error) {
	return wasm.Page{Resources: []wasm.ListedResource{{ID: req.Query.ISBN}}, ContinuationToken: req.ContinuationToken}, nil
}

func (book) PreviewCreate(_ context.Context, req wasm.PreviewCreateRequest[bookArgs]) error {
	if req.Planned.IsKnown("title") {
		req.Planned.Set("pages", len(req.Inputs.Title))
	}
	return nil
}

func TestFurtherHooksAndTraitsStandInTheManifest(t *testing.T) {
	provider := Provider(Options{Resources: []InferredResource{Resource(book{})}})
	hooks := provider.Inferred.Hooks("acme")["acme:infer:book"]
	if got := strings.Join(hooks, " "); got != "create preview-create list migrate" {
		t.Errorf("the hooks are %s", got)
	}
	entries, err := provider.Inferred.Further.Entries("acme")
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"autoName":{"property":"title","maxLength":9},"importId":"{isbn}","concurrency":2,"stateVersion":2,` +
		`"properties":{"isbn":{"compare":["ignore-case"]},"title":{"minLength":1}},"constraints":[{"property":"title","requires":["isbn"]}]}`
	if got := string(schemajson.Append(nil, entries.Resources["acme:infer:book"])); got != want {
		t.Errorf("the entry is %s", got)
	}
}

func TestRecordedPropertiesGoThroughEachMigrationAfterTheirVersion(t *testing.T) {
	further := Provider(Options{Resources: []InferredResource{Resource(book{})}}).Inferred.Further
	for _, row := range []struct {
		from        int
		given, want string
	}{
		{0, `{"number":3,"pages":1}`, `{"isbn":"999","pages":1,"title":"unnamed"}`},
		{1, `{"number":3}`, `{"number":3,"title":"unnamed"}`},
		{0, `{"isbn":"1","title":"t"}`, `{"isbn":"1","title":"t"}`},
		{2, `{}`, `{}`},
	} {
		migrated, err := further.Migrate("acme:infer:book", row.from, parsed(t, row.given))
		if written, _ := jsontext.Write(migrated); err != nil || written != row.want {
			t.Errorf("%s from %d is %s, %v", row.given, row.from, written, err)
		}
	}
}

func TestAPreviewPromisesOnlyOfKnownInputs(t *testing.T) {
	further := Provider(Options{Resources: []InferredResource{Resource(book{})}}).Inferred.Further
	for given, want := range map[string]string{
		`{"title":"abc","isbn":"1"}`:                                  `{"pages":3}`,
		`{"title":"04da6b54-80e4-46f7-96ec-b56ff0331ba9","isbn":"1"}`: `{"pages":null}`,
	} {
		planned, err := further.PreviewCreate(context.Background(), "acme:infer:book", parsed(t, given), parsed(t, `{"pages":null}`))
		if written, _ := jsontext.Write(planned); err != nil || written != want {
			t.Errorf("%s is %s, %v", given, written, err)
		}
	}
}

func TestAListGetsItsQueryInTheAuthorsType(t *testing.T) {
	further := Provider(Options{Resources: []InferredResource{Resource(book{})}}).Inferred.Further
	page, err := further.List(context.Background(), "acme:infer:book", parsed(t, `{"isbn":"7","title":""}`),
		wasm.ListRequest[struct{}]{ContinuationToken: "next"})
	if err != nil || len(page.Resources) != 1 || page.Resources[0].ID != "7" || page.ContinuationToken != "next" {
		t.Errorf("%+v, %v", page, err)
	}
}

func TestUnknownPartsOfValuesWithMarksAreNotKnown(t *testing.T) {
	var read struct {
		Note  wasm.Value[string] `pulumi:"note"`
		Free  property.Value     `pulumi:"free"`
		Other *property.Value    `pulumi:"other,optional"`
	}
	const text = `{"free":{"a":["04da6b54-80e4-46f7-96ec-b56ff0331ba9"]},"note":"04da6b54-80e4-46f7-96ec-b56ff0331ba9","other":1}`
	found, err := decode(parsed(t, text), &read)
	if err != nil {
		t.Fatal(err)
	}
	planned := found.planned()
	if planned.IsKnown("note") || planned.IsKnown("free") || !planned.IsKnown("other") {
		t.Errorf("unknown are %v", planned.Unknown)
	}
	encoded, err := encode(read, found, true)
	if written, _ := jsontext.Write(encoded); err != nil || written != text {
		t.Errorf("it came back as %s, %v", written, err)
	}
}

type misspelt struct {
	Name string `pulumi:"name"`
}

func (misspelt) Constraints() []wasm.Constraint { return []wasm.Constraint{wasm.AllOrNone("nmae")} }

func TestAConstraintOfAMissingPropertySuggestsTheNearest(t *testing.T) {
	if _, err := rulesOf(reflect.TypeFor[misspelt](), nil); err == nil || !strings.Contains(err.Error(), "there is `name`") {
		t.Errorf("it ends with %v", err)
	}
}
