package resource_test

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/property"
)

type zone string

func TestPlainValuesOfGoBecomeProperties(t *testing.T) {
	count := 3
	made := resource.FromResourcePropertyMap(resource.NewPropertyMapFromMap(map[string]any{
		"length": 24, "ratio": float32(0.5), "on": true, "name": zone("eu"), "none": nil, "count": &count, "missing": (*int)(nil),
		"tags": []string{"a", "b"}, "limits": map[string]int64{"most": 5}, "any": []any{1, map[string]any{"deep": "x"}},
		"secret": resource.MakeSecret(resource.NewStringProperty("s")),
	}))
	text := property.New[string]
	expected := property.NewMap(map[string]property.Value{
		"length": property.New(24.0), "ratio": property.New(0.5), "on": property.New(true), "name": text("eu"), "none": property.New(property.Null),
		"count": property.New(3.0), "missing": property.New(property.Null),
		"tags":   property.New([]property.Value{text("a"), text("b")}),
		"limits": property.New(map[string]property.Value{"most": property.New(5.0)}),
		"any":    property.New([]property.Value{property.New(1.0), property.New(map[string]property.Value{"deep": text("x")})}),
		"secret": text("s").WithSecret(true),
	})
	if !made.Equals(expected) {
		t.Errorf("%#v is not %#v", made, expected)
	}
}

func TestMarksOfSecretsAndUnknownValuesStay(t *testing.T) {
	output := resource.Output{Element: resource.NewStringProperty("o"), Known: true, Secret: true}
	values := resource.PropertyMap{
		"list":    resource.NewArrayProperty([]resource.PropertyValue{resource.MakeSecret(resource.NewBoolProperty(true)), resource.NewNullProperty()}),
		"unknown": resource.MakeComputed(resource.NewStringProperty("")),
		"later":   resource.MakeOutput(resource.NewStringProperty("")),
		"output":  resource.NewOutputProperty(output),
	}
	made := resource.FromResourcePropertyMap(values)
	list := made.Get("list").AsArray()
	for name, holds := range map[string]bool{
		"a secret in a list":   list.Get(0).Secret() && list.Get(0).AsBool() && list.Get(1).IsNull(),
		"an unknown value":     made.Get("unknown").IsComputed(),
		"an unknown output":    made.Get("later").IsComputed(),
		"a known output":       made.Get("output").AsString() == "o" && made.Get("output").Secret(),
		"the map has secrets":  values.ContainsSecrets() && values.ContainsUnknowns(),
		"a part without marks": !values["list"].ContainsUnknowns(),
	} {
		if !holds {
			t.Errorf("%s: %#v", name, made)
		}
	}
	again := resource.ToResourcePropertyMap(made)
	if !again["list"].ArrayValue()[0].IsSecret() || !again["unknown"].IsComputed() || !resource.FromResourcePropertyMap(again).Equals(made) {
		t.Errorf("the other way gives %#v", again)
	}
	if !values.DeepEquals(values.Copy()) || values.DeepEquals(resource.PropertyMap{}) || len(values.StableKeys()) != 4 {
		t.Errorf("a copy is not the same")
	}
}

func TestAValueThatNoPropertyHasPanics(t *testing.T) {
	defer func() {
		if said := recover(); said != "a property cannot have the type chan int" {
			t.Errorf("it panics with %v", said)
		}
	}()
	resource.NewPropertyValue(make(chan int))
}
