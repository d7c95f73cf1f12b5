package schema

import (
	"encoding/json"
	"testing"
)

func TestASchemaIsTheSameAfterItWasRead(t *testing.T) {
	text := `{"name":"acme","language":{"go":{"importBasePath":"a/b"}},"config":{"variables":{"token":{"type":"string","secret":true}}},` +
		`"types":{"acme:index:Kind":{"type":"string","enum":[{"name":"A","value":"a"}]}},` +
		`"resources":{"acme:index:Thing":{"properties":{"size":{"type":"integer"}},"aliases":[{"type":"acme:old:Thing"}]}},` +
		`"functions":{"acme:index:plain":{"outputs":{"type":"array","items":{"type":"string"}}},` +
		`"acme:index:whole":{"outputs":{"properties":{"a":{"$ref":"pulumi.json#/Any"}},"type":"object"}}}}`
	var spec PackageSpec
	if err := json.Unmarshal([]byte(text), &spec); err != nil {
		t.Fatal(err)
	}
	if spec.Functions["acme:index:whole"].Outputs.Properties["a"].Ref != "pulumi.json#/Any" || spec.Functions["acme:index:plain"].Outputs != nil {
		t.Errorf("the functions are %v", spec.Functions)
	}
	written, err := json.Marshal(spec)
	if err != nil || string(written) != text {
		t.Errorf("it was\n%s\nand is\n%s (%v)", text, written, err)
	}
}
