package infer

import (
	"context"
	"reflect"
	"strings"
	"testing"

	"github.com/pulumi-wasm/pulumi-wasm/guest-sdk/go/wasm"
)

type embedded struct {
	Name string `pulumi:"name"`
}

// malformed has a tag that the compiler accepts and Go's vet refuses.
var malformed = reflect.New(reflect.StructOf([]reflect.StructField{
	{Name: "Name", Type: reflect.TypeFor[string](), Tag: `pulumi: "name"`},
})).Elem().Interface()

func TestATagThatWouldBeLostIsAnError(t *testing.T) {
	for _, c := range []struct {
		of   any
		said string
	}{
		{struct {
			Name string `wasm:"minLength=1"`
		}{}, "you must put to the `pulumi` tag to use the `wasm` tag on"},
		{struct {
			embedded `provider:"secret"`
		}{}, "you must put to the `pulumi` tag to use the `provider` tag on"},
		{struct {
			Name string `pulumi:"name" provider:"secrt"`
		}{}, "has the unknown part \"secrt\"\nhint: there is `secret`"},
		{struct {
			Name string `pulumi:"name" provider:"secret,replaceOnChange"`
		}{}, "hint: there is `replaceOnChanges`"},
		{struct {
			Name string `pulumi:"name"`
			Size int    `pulumi:"size"`
			Also string `pulumi:"name,optional"`
		}{}, `.Also is the property "name", and so is Name: one of the two would be lost`},
		{struct {
			name string `pulumi:"name"`
		}{}, `.name has the tag`},
		{malformed, "have a form that Go does not read"},
	} {
		if _, err := fieldsOf(reflect.TypeOf(c.of)); err == nil || !strings.Contains(err.Error(), c.said) {
			t.Errorf("%T should end with %s, and ends with %v", c.of, c.said, err)
		}
	}
	// Native plugins ignore it.
	if _, err := fieldsOf(reflect.TypeFor[struct {
		Name string `pulumi:"name" provider:"output"`
	}]()); err != nil {
		t.Error(err)
	}
}

type ruled struct {
	Code  string `pulumi:"code" wasm:"minLength=1"`
	Token string `pulumi:"token" wasm:"stateInput,writeOnly"`
}

type looked struct {
	Token string `pulumi:"token" wasm:"stateInput"`
}

type written struct {
	Token string `pulumi:"token" wasm:"writeOnly"`
}

type around struct{ ruled }

func TestAnOptionThatWouldBeLostIsAnError(t *testing.T) {
	typ := reflect.TypeFor[ruled]()
	types := &typesOf{rename: renaming("acme", nil), specs: map[string]any{}, structs: map[string]reflect.Type{}}
	_, queried := types.query(typ)
	for _, c := range []struct {
		found error
		said  string
	}{
		{new(served).lostOfResults(typ), "ruled.code: the tag `wasm` has `minLength`: a result has no rules, because no program sets it"},
		{lostOptions(typ, awayFromResources), "ruled.token: the tag `wasm` has `stateInput`: only a property of a resource has this"},
		{lostOptions(reflect.TypeFor[written](), inResults), "written.token: the tag `wasm` has `writeOnly`: only a property of a resource has this"},
		{lostOptions(reflect.TypeFor[written](), inConfiguration), "has `writeOnly`: only a property of a resource has this"},
		{queried, "ruled.code: the tag `wasm` has `minLength`: the host does not check queries: check them in `List`"},
		{lostOfOutputs(reflect.TypeFor[struct{}](), typ), "ruled.token: the tag `wasm` has `writeOnly`: it is never recorded"},
		{lostOfOutputs(reflect.TypeFor[struct{}](), reflect.TypeFor[looked]()), "looked.token: the tag `wasm` has `stateInput`: only an input of a resource has this"},
	} {
		if c.found == nil || !strings.Contains(c.found.Error(), c.said) {
			t.Errorf("it should end with %s, and ends with %v", c.said, c.found)
		}
	}
	for _, err := range []error{
		(&served{structs: map[string]reflect.Type{"acme:index:Ruled": typ}}).lostOfResults(typ),
		new(served).lostOfResults(reflect.TypeFor[around]()), lostOfOutputs(reflect.TypeFor[looked](), reflect.TypeFor[looked]()), lostOptions(reflect.TypeFor[written](), insideValues),
	} {
		if err != nil {
			t.Error(err)
		}
	}
}

type reveal struct{}

type revealed struct {
	Token string `pulumi:"token" provider:"secret"`
}

func (reveal) Traits() wasm.FunctionTraits { return wasm.FunctionTraits{SingleResult: true} }

func (reveal) Invoke(context.Context, FunctionRequest[struct{}]) (FunctionResponse[revealed], error) {
	return FunctionResponse[revealed]{}, nil
}

func TestASingleResultHasNoOptions(t *testing.T) {
	types := &typesOf{rename: renaming("acme", nil), specs: map[string]any{}, structs: map[string]reflect.Type{}}
	_, err := types.function(Function(reveal{}))
	if err == nil || !strings.Contains(err.Error(), "a single result, which has no options") {
		t.Errorf("it ends with %v", err)
	}
}

type counted struct {
	Sizes []wasm.Integer            `pulumi:"sizes" wasm:"maxItems=3,items.maxLength=5"`
	Deep  map[string][]wasm.Integer `pulumi:"deep"`
	Seen  wasm.Value[wasm.Integer]  `pulumi:"seen"`
}

func TestElementsHaveTheRulesOfTheirType(t *testing.T) {
	found, err := rulesOf(reflect.TypeFor[counted](), nil)
	if err != nil {
		t.Fatal(err)
	}
	properties, _ := found.Get("properties").(map[string]any)
	digits := func(length any) map[string]any {
		return map[string]any{"pattern": `^(0|-?[1-9][0-9]*)$`, "patternReason": "the digits of a whole number", "maxLength": length}
	}
	for name, wanted := range map[string]any{
		"sizes": map[string]any{"maxItems": 3.0, "items": digits(5.0)},
		"deep":  map[string]any{"items": map[string]any{"items": digits(1000)}},
		"seen":  digits(1000),
	} {
		if !reflect.DeepEqual(properties[name], wanted) {
			t.Errorf("%s has the rules %v, not %v", name, properties[name], wanted)
		}
	}
}

type defaulted struct {
	Name string `pulumi:"name"`
}

func (made *defaulted) Annotate(a Annotator) { a.SetDefault(made, "x") }

func TestADefaultOfAWholeStructPanics(t *testing.T) {
	defer func() {
		if said, _ := recover().(string); !strings.Contains(said, "only a field has a default") {
			t.Errorf("it says %q", said)
		}
	}()
	askAnnotations(reflect.TypeFor[defaulted]())
	t.Error("a default of the whole struct was taken")
}
