package jsontext

import (
	"fmt"
	"math"
	"strconv"
	"unicode/utf8"

	"github.com/pulumi/pulumi/sdk/v3/go/property"
)

// Write writes an object, its keys in order.
//
// It fails for a number that JSON cannot hold.
func Write(object property.Map) (string, error) {
	text, err := appendMap(nil, object)
	return string(text), err
}

// WriteParts writes the members of an object that can be written, and gives the names of the others with the reasons.
func WriteParts(object property.Map) (text string, lost, reasons []string) {
	for key, member := range object.AllStable {
		if _, err := appendValue(nil, member); err != nil {
			lost, reasons = append(lost, key), append(reasons, fmt.Sprintf("%s: %v", key, err))
			object = object.Delete(key)
		}
	}
	text, _ = Write(object)
	return text, lost, reasons
}

// WriteValue writes a value.
//
// It fails for a number that JSON cannot hold.
func WriteValue(value property.Value) (string, error) {
	text, err := appendValue(nil, value)
	return string(text), err
}

func appendMap(to []byte, object property.Map) ([]byte, error) {
	to = append(to, '{')
	isFirst := true
	for key, member := range object.AllStable {
		if !isFirst {
			to = append(to, ',')
		}
		isFirst = false
		to = append(AppendString(to, key), ':')
		var err error
		if to, err = appendValue(to, member); err != nil {
			return to, fmt.Errorf("%s: %w", key, err)
		}
	}
	return append(to, '}'), nil
}

func appendValue(to []byte, value property.Value) ([]byte, error) {
	if value.Secret() {
		to = appendSignature(to, secretSignature)
		to, err := appendValue(append(to, `,"value":`...), value.WithSecret(false))
		return append(to, '}'), err
	}
	switch {
	case value.IsNull():
		return append(to, "null"...), nil
	case value.IsComputed():
		return append(to, `"`+unknown+`"`...), nil
	case value.IsBool():
		return strconv.AppendBool(to, value.AsBool()), nil
	case value.IsNumber():
		if digits, ok := value.Digits(); ok {
			return to, fmt.Errorf("%s is too large to be an exact number in Pulumi", digits)
		}
		return appendNumber(to, value.AsNumber())
	case value.IsString():
		return AppendString(to, value.AsString()), nil
	case value.IsArray():
		to = append(to, '[')
		for index, element := range value.AsArray().All {
			if index > 0 {
				to = append(to, ',')
			}
			var err error
			if to, err = appendValue(to, element); err != nil {
				return to, fmt.Errorf("[%d]: %w", index, err)
			}
		}
		return append(to, ']'), nil
	case value.IsMap():
		return appendMap(to, value.AsMap())
	case value.IsResourceReference():
		reference := value.AsResourceReference()
		to = append(appendSignature(to, referenceSignature), `,"urn":`...)
		to = AppendString(to, string(reference.URN))
		if !reference.ID.IsNull() {
			var err error
			if to, err = appendValue(append(to, `,"id":`...), reference.ID); err != nil {
				return to, err
			}
		}
		if reference.PackageVersion != "" {
			to = AppendString(append(to, `,"packageVersion":`...), reference.PackageVersion)
		}
		return append(to, '}'), nil
	case value.IsAsset():
		asset := value.AsAsset()
		if asset.Path != "" || asset.URI != "" {
			return to, fmt.Errorf("a component has no files: make an asset of a text, or give back an asset that came in")
		}
		hash, handle := asset.Hash, asset.Handle
		if asset.IsChanged() {
			hash, handle = "", nil
		}
		to = appendContent(appendSignature(to, assetSignature), hash, handle)
		if handle == nil {
			to = AppendString(append(to, `,"text":`...), asset.Text)
		}
		return append(to, '}'), nil
	case value.IsArchive():
		archive := value.AsArchive()
		if archive.Handle == nil && archive.Hash == "" {
			return to, fmt.Errorf("a component cannot make archives: give back an archive that came in")
		}
		return append(appendContent(appendSignature(to, archiveSignature), archive.Hash, archive.Handle), '}'), nil
	}
	return to, fmt.Errorf("%#v has no form in JSON", value)
}

// appendSignature begins a special value.
func appendSignature(to []byte, which string) []byte {
	return append(to, `{"`+signature+`":"`+which+`"`...)
}

func appendContent(to []byte, hash string, handle *uint32) []byte {
	if hash != "" {
		to = AppendString(append(to, `,"hash":`...), hash)
	}
	if handle != nil {
		to = strconv.AppendUint(append(to, `,"handle":`...), uint64(*handle), 10)
	}
	return to
}

func appendNumber(to []byte, number float64) ([]byte, error) {
	if math.IsNaN(number) || math.IsInf(number, 0) {
		return to, fmt.Errorf("%v is not a number that Pulumi can hold", number)
	}
	if number == 0 && math.Signbit(number) {
		return append(to, "-0.0"...), nil
	}
	if number == math.Trunc(number) && math.Abs(number) < 1e15 {
		return strconv.AppendInt(to, int64(number), 10), nil
	}
	return strconv.AppendFloat(to, number, 'g', -1, 64), nil
}

// AppendString writes a string.
func AppendString(to []byte, text string) []byte {
	const digits = "0123456789abcdef"
	to = append(to, '"')
	from := 0
	for at := 0; at < len(text); {
		char := text[at]
		if char >= utf8.RuneSelf {
			decoded, size := utf8.DecodeRuneInString(text[at:])
			if decoded == utf8.RuneError && size == 1 {
				to = append(append(to, text[from:at]...), "\uFFFD"...)
				from = at + 1
			}
			at += size
			continue
		}
		if char >= ' ' && char != '"' && char != '\\' {
			at++
			continue
		}
		to = append(to, text[from:at]...)
		if char < ' ' {
			to = append(to, `\u00`...)
			to = append(to, digits[char>>4], digits[char&15])
		} else {
			to = append(to, '\\', char)
		}
		at++
		from = at
	}
	return append(append(to, text[from:]...), '"')
}
