package schemajson

import (
	"encoding/json"
	"testing"
)

type inner struct {
	Enabled bool `json:"enabled,omitempty"`
}

type embedded struct {
	Path string `json:"path,omitempty"`
}

type settings struct {
	embedded
	Modules  map[string]string `json:"modules,omitempty"`
	Versions []int             `json:"versions,omitempty"`
	Nested   inner             `json:"nested,omitempty"`
	Next     *settings         `json:"next,omitempty"`
	Raw      json.RawMessage   `json:"raw,omitempty"`
	Ratio    float64           `json:"ratio"`
	Plain    string
	hidden   string
	Left     string `json:"-"`
}

func TestValuesOfAuthorsAreWrittenAsEncodingJSONWritesThem(t *testing.T) {
	for _, value := range []any{
		map[string]string{"b": "2", "a": "<1>"},
		map[string]any{"list": []map[string]int{{"x": 1}, nil}, "none": nil},
		[2]string{"a", "b"},
		settings{
			embedded: embedded{"a/b"}, Modules: map[string]string{"m": "n"}, Versions: []int{1, 2}, Nested: inner{true},
			Next: &settings{Plain: "x"}, Raw: json.RawMessage(`{"kept":1}`), Ratio: 1.5, hidden: "h", Left: "l",
		},
		&settings{},
		// Authors' tests compare schemas byte by byte.
		map[string]string{"<key> & more": "lines\n\tand \b\f\r \x01, \"quoted\" \\u000a, \u2028\u2029"},
	} {
		expected, err := json.Marshal(value)
		if err != nil {
			t.Fatal(err)
		}
		if written := Append(nil, value); string(written) != string(expected) {
			t.Errorf("%T is\n%s\nand not\n%s", value, written, expected)
		}
	}
}
