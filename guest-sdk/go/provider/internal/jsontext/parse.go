// Package jsontext reads and writes the values that cross the interface of components: JSON with the special forms of
// `wit/0.1.0/common.wit`.
package jsontext

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/archive"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/asset"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/urn"
	"github.com/pulumi/pulumi/sdk/v3/go/property"
)

const (
	signature          = "4dabf18193072939515e22adb298388d"
	secretSignature    = "1b47061264138c4ac30d75fd1eb44270"
	referenceSignature = "5cf8f73096256a8f31e491e813e4eb8e"
	assetSignature     = "c44067f5952c0a294b673a41bacd8c17"
	archiveSignature   = "0def7320c3a5731c473e5ecbe6d01bc7"
	unknown            = "04da6b54-80e4-46f7-96ec-b56ff0331ba9"
)

// maxDepth is deeper than the interface lets values nest.
const maxDepth = 128

type parser struct {
	text  string
	at    int
	depth int
}

// Parse reads an object.
func Parse(text string) (property.Map, error) {
	value, err := ParseValue(text)
	if err != nil {
		return property.Map{}, err
	}
	if !value.IsMap() {
		return property.Map{}, fmt.Errorf("the text is not an object")
	}
	return value.AsMap(), nil
}

// ParseValue reads a value.
func ParseValue(text string) (property.Value, error) {
	parser := parser{text: text}
	value, err := parser.value()
	if err == nil {
		if parser.space(); parser.at < len(text) {
			err = parser.fault("the end")
		}
	}
	return value, err
}

func (parser *parser) fault(wanted string) error {
	return fmt.Errorf("invalid JSON at byte %d: expected %s", parser.at, wanted)
}

func (parser *parser) space() {
	for parser.at < len(parser.text) {
		switch parser.text[parser.at] {
		case ' ', '\t', '\r', '\n':
			parser.at++
		default:
			return
		}
	}
}

// next skips white space, and this character if it is there.
func (parser *parser) next(char byte) bool {
	parser.space()
	if parser.at < len(parser.text) && parser.text[parser.at] == char {
		parser.at++
		return true
	}
	return false
}

func (parser *parser) word(word string) bool {
	if strings.HasPrefix(parser.text[parser.at:], word) {
		parser.at += len(word)
		return true
	}
	return false
}

func (parser *parser) value() (property.Value, error) {
	parser.space()
	if parser.at == len(parser.text) {
		return property.Value{}, parser.fault("a value")
	}
	switch char := parser.text[parser.at]; char {
	case '{', '[':
		if parser.depth++; parser.depth > maxDepth {
			return property.Value{}, fmt.Errorf("the value nests more than %d levels deep", maxDepth)
		}
		read := parser.object
		if char == '[' {
			read = parser.array
		}
		value, err := read()
		parser.depth--
		return value, err
	case '"':
		text, err := parser.string()
		if text == unknown && err == nil {
			return property.New(property.Computed), nil
		}
		return property.New(text), err
	}
	switch {
	case parser.word("null"):
		return property.Value{}, nil
	case parser.word("true"):
		return property.New(true), nil
	case parser.word("false"):
		return property.New(false), nil
	}
	return parser.number()
}

func (parser *parser) number() (property.Value, error) {
	end := parser.at
	for end < len(parser.text) && isNumeric(parser.text[end]) {
		end++
	}
	number, err := strconv.ParseFloat(parser.text[parser.at:end], 64)
	if err != nil {
		return property.Value{}, parser.fault("a value")
	}
	parser.at = end
	return property.New(number), nil
}

func isNumeric(char byte) bool {
	return '0' <= char && char <= '9' || char == '-' || char == '+' || char == '.' || char == 'e' || char == 'E'
}

func (parser *parser) array() (property.Value, error) {
	parser.at++
	elements := []property.Value{}
	for {
		if len(elements) == 0 && parser.next(']') {
			break
		}
		element, err := parser.value()
		if err != nil {
			return property.Value{}, err
		}
		elements = append(elements, element)
		if parser.next(']') {
			break
		}
		if !parser.next(',') {
			return property.Value{}, parser.fault("`,` or `]`")
		}
	}
	return property.New(property.OwnedArray(elements)), nil
}

func (parser *parser) object() (property.Value, error) {
	parser.at++
	members := map[string]property.Value{}
	for {
		if len(members) == 0 && parser.next('}') {
			break
		}
		if parser.space(); parser.at == len(parser.text) || parser.text[parser.at] != '"' {
			return property.Value{}, parser.fault("a key")
		}
		key, err := parser.string()
		if err != nil {
			return property.Value{}, err
		}
		if !parser.next(':') {
			return property.Value{}, parser.fault("`:`")
		}
		member, err := parser.value()
		if err != nil {
			return property.Value{}, err
		}
		members[key] = member
		if parser.next('}') {
			break
		}
		if !parser.next(',') {
			return property.Value{}, parser.fault("`,` or `}`")
		}
	}
	return special(members), nil
}

// special gives the value that an object is.
func special(members map[string]property.Value) property.Value {
	mark, ok := members[signature]
	if !ok || !mark.IsString() {
		return property.New(property.OwnedMap(members))
	}
	text := func(key string) string {
		if value := members[key]; value.IsString() {
			return value.AsString()
		}
		return ""
	}
	var handle *uint32
	if value := members["handle"]; value.IsNumber() {
		number := uint32(value.AsNumber())
		handle = &number
	}
	switch mark.AsString() {
	case secretSignature:
		return members["value"].WithSecret(true)
	case referenceSignature:
		return property.New(property.ResourceReference{
			URN: urn.URN(text("urn")), ID: members["id"], PackageVersion: text("packageVersion"),
		})
	case assetSignature:
		return property.New(&asset.Asset{Hash: text("hash"), Text: text("text"), Handle: handle})
	case archiveSignature:
		return property.New(&archive.Archive{Hash: text("hash"), Handle: handle})
	}
	return property.New(property.OwnedMap(members))
}

func (parser *parser) string() (string, error) {
	parser.at++
	rest := parser.text[parser.at:]
	end := strings.IndexByte(rest, '"')
	if end >= 0 && strings.IndexByte(rest[:end], '\\') < 0 {
		parser.at += end + 1
		return rest[:end], nil
	}
	var built strings.Builder
	for {
		rest := parser.text[parser.at:]
		end := strings.IndexAny(rest, `"\`)
		if end < 0 {
			return "", parser.fault("the end of a string")
		}
		built.WriteString(rest[:end])
		parser.at += end + 1
		if rest[end] == '"' {
			return built.String(), nil
		}
		if err := parser.escape(&built); err != nil {
			return "", err
		}
	}
}

func (parser *parser) escape(built *strings.Builder) error {
	if parser.at == len(parser.text) {
		return parser.fault("an escape")
	}
	char := parser.text[parser.at]
	parser.at++
	if at := strings.IndexByte(`"\/bfnrt`, char); at >= 0 {
		built.WriteByte("\"\\/\b\f\n\r\t"[at])
		return nil
	}
	if char != 'u' {
		return parser.fault("an escape")
	}
	unit, err := parser.unit()
	if err != nil {
		return err
	}
	if utf16.IsSurrogate(unit) && parser.word(`\u`) {
		low, err := parser.unit()
		if err != nil {
			return err
		}
		unit = utf16.DecodeRune(unit, low)
	}
	if utf16.IsSurrogate(unit) {
		unit = utf8.RuneError
	}
	built.WriteRune(unit)
	return nil
}

func (parser *parser) unit() (rune, error) {
	if parser.at+4 > len(parser.text) {
		return 0, parser.fault("four hexadecimal digits")
	}
	unit, err := strconv.ParseUint(parser.text[parser.at:parser.at+4], 16, 32)
	if err != nil {
		return 0, parser.fault("four hexadecimal digits")
	}
	parser.at += 4
	return rune(unit), nil
}
