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
	} {
		var found, expected any
		text, err := json.Marshal(value)
		if err != nil || json.Unmarshal(text, &expected) != nil {
			t.Fatal(err)
		}
		written := Append(nil, value)
		if err := json.Unmarshal(written, &found); err != nil {
			t.Fatalf("%s is not JSON: %v", written, err)
		}
		again, _ := json.Marshal(found)
		wanted, _ := json.Marshal(expected)
		if string(again) != string(wanted) {
			t.Errorf("%T is\n%s\nand not\n%s", value, again, wanted)
		}
	}
}
