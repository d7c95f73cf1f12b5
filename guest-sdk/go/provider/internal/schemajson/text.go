package schemajson

import (
	"strings"

	"github.com/pulumi/pulumi-go-provider/internal/jsontext"
)

// asEncodingJSON has the characters that encoding/json writes in another way. An escaped backslash comes first, so that a text that has such an
// escape in it stays.
var asEncodingJSON = strings.NewReplacer(
	`\\`, `\\`,
	`\u0008`, `\b`, `\u0009`, `\t`, `\u000a`, `\n`, `\u000c`, `\f`, `\u000d`, `\r`,
	"<", `\u003c`, ">", `\u003e`, "&", `\u0026`, "\u2028", `\u2028`, "\u2029", `\u2029`,
)

// appendText writes a string byte by byte as encoding/json does: tests of authors compare a schema with a file that a native plugin wrote.
func appendText(to []byte, text string) []byte {
	return append(to, asEncodingJSON.Replace(string(jsontext.AppendString(nil, text)))...)
}
