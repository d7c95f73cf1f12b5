package jsontext

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/property"
)

func TestListsAndObjectsArePlainWithoutTheMarksOfSecrets(t *testing.T) {
	value := property.New(map[string]property.Value{
		"tags":  property.New([]property.Value{property.New("a"), property.New("b").WithSecret(true)}),
		"limit": property.New(map[string]property.Value{"most": property.New(5.0), "none": {}}).WithSecret(true),
		"on":    property.New(true),
		"empty": property.New([]property.Value{}),
	}).WithSecret(true)
	if text, ok := Plain(value); !ok || text != `{"empty":[],"limit":{"most":5,"none":null},"on":true,"tags":["a","b"]}` {
		t.Errorf("%v %s", ok, text)
	}
}

func TestWhatIsUnknownHasNoPlainForm(t *testing.T) {
	unknown := property.New(property.Computed)
	for _, value := range []property.Value{
		unknown,
		property.New([]property.Value{property.New("a"), unknown}),
		property.New(map[string]property.Value{"a": property.New([]property.Value{unknown})}),
	} {
		if text, ok := Plain(value); ok {
			t.Errorf("it is %s", text)
		}
	}
}
