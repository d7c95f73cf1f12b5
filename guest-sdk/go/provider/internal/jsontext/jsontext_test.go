package jsontext

import (
	"math"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/property"
)

func TestValuesKeepTheirForm(t *testing.T) {
	for _, text := range []string{
		`{}`,
		`{"a":null,"b":true,"c":false,"d":[],"e":{}}`,
		`{"n":[0,1,-1,1.5,1e+21,5e-324,123456789012345]}`,
		`{"t":["","ä 🦀","\"\\\u0001"]}`,
		`{"u":"04da6b54-80e4-46f7-96ec-b56ff0331ba9"}`,
		`{"s":{"4dabf18193072939515e22adb298388d":"1b47061264138c4ac30d75fd1eb44270","value":{"deep":[1]}}}`,
		`{"a":{"4dabf18193072939515e22adb298388d":"c44067f5952c0a294b673a41bacd8c17","hash":"h","handle":3}}`,
		`{"a":{"4dabf18193072939515e22adb298388d":"c44067f5952c0a294b673a41bacd8c17","text":"x"}}`,
		`{"r":{"4dabf18193072939515e22adb298388d":"5cf8f73096256a8f31e491e813e4eb8e","urn":"urn:pulumi:s::p::t::n","id":"i"}}`,
	} {
		value, err := Parse(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if written, err := Write(value); err != nil || written != text {
			t.Errorf("%s was written as %s (%v)", text, written, err)
		}
	}
}

func TestOtherFormsOfTheSameValueAreRead(t *testing.T) {
	value, err := Parse(" { \"a\\u00e4\" : [ 1.0 , \"\\ud83e\\udd80\\/\\n\" ] , \"b\" : \"\\ud83e\" } ")
	if err != nil {
		t.Fatal(err)
	}
	if written, _ := Write(value); written != `{"aä":[1,"🦀/\u000a"],"b":"�"}` {
		t.Errorf("it was written as %s", written)
	}
}

func TestMistakesAreErrors(t *testing.T) {
	for _, text := range []string{
		``, `{`, `[]`, `{"a"}`, `{"a":}`, `{"a":1,}`, `{"a":1 "b":2}`, `{"a":"x`, `{"a":"\`, `{"a":"\u12"}`, `{"a":tru}`, `{"a":1}x`, `{"a":[1,]}`,
		`{"a":` + strings.Repeat("[", 200) + strings.Repeat("]", 200) + `}`,
	} {
		if _, err := Parse(text); err == nil {
			t.Errorf("%s should be an error", text)
		}
	}
	for _, number := range []float64{math.NaN(), math.Inf(1)} {
		if _, err := Write(property.NewMap(map[string]property.Value{"n": property.New(number)})); err == nil {
			t.Errorf("%v should be an error", number)
		}
	}
}

func TestInvalidTextBecomesTheReplacementCharacter(t *testing.T) {
	if written := string(AppendString(nil, "a\xffb")); written != "\"a\uFFFDb\"" {
		t.Errorf("it was written as %s", written)
	}
}

func TestIntegersThatAreNotExactAreErrorsWithAllTheirDigits(t *testing.T) {
	for expected, number := range map[string]property.Value{
		"-9007199254740993":    property.Whole(-1<<53 - 1),
		"18446744073709551615": property.WholeUnsigned(math.MaxUint64),
		"9007199254740993":     property.WholeUnsigned(1<<53 + 1),
	} {
		_, err := Write(property.NewMap(map[string]property.Value{"n": number}))
		if err == nil || !strings.Contains(err.Error(), expected+" is too large") {
			t.Errorf("%s: %v", expected, err)
		}
	}
	if written, err := Write(property.NewMap(map[string]property.Value{"n": property.WholeUnsigned(1 << 53)})); written != `{"n":9.007199254740992e+15}` || err != nil {
		t.Errorf("%s, %v", written, err)
	}
}
