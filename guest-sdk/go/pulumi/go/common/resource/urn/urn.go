// Package urn has the names of resources in stacks.
package urn

import (
	"fmt"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/tokens"
)

// Prefix begins each URN.
const Prefix = "urn:pulumi:"

const (
	// NameDelimiter separates the parts of a URN.
	NameDelimiter = "::"
	// TypeDelimiter separates the types of the resource's parents and its own.
	TypeDelimiter = "$"
)

// URN names a resource: `urn:pulumi:STACK::PROJECT::PARENTS$TYPE::NAME`.
type URN string

// New makes a URN.
func New(stack tokens.QName, project tokens.PackageName, parentType, baseType tokens.Type, name string) URN {
	qualified := string(baseType)
	if parentType != "" && parentType != "pulumi:pulumi:Stack" {
		qualified = string(parentType) + TypeDelimiter + qualified
	}
	parts := []string{string(stack), string(project), qualified, name}
	return URN(Prefix + strings.Join(parts, NameDelimiter))
}

// Parse reads a URN.
func Parse(text string) (URN, error) {
	if urn := URN(text); urn.IsValid() {
		return urn, nil
	}
	return "", fmt.Errorf("%q is not the URN of a resource", text)
}

// ParseOptional reads a URN, or an empty text.
func ParseOptional(text string) (URN, error) {
	if text == "" {
		return "", nil
	}
	return Parse(text)
}

// IsValid says whether the URN has all its parts.
func (urn URN) IsValid() bool {
	return strings.HasPrefix(string(urn), Prefix) && len(urn.parts()) == 4
}

// Stack gives the stack.
func (urn URN) Stack() tokens.QName { return tokens.QName(urn.part(0)) }

// Project gives the project.
func (urn URN) Project() tokens.PackageName { return tokens.PackageName(urn.part(1)) }

// QualifiedType gives the types of the parents and of the resource.
func (urn URN) QualifiedType() tokens.Type { return tokens.Type(urn.part(2)) }

// Type gives the type of the resource.
func (urn URN) Type() tokens.Type {
	qualified := urn.part(2)
	return tokens.Type(qualified[strings.LastIndex(qualified, TypeDelimiter)+1:])
}

// Name gives the name of the resource in the program.
func (urn URN) Name() string { return urn.part(3) }

func (urn URN) parts() []string {
	return strings.SplitN(strings.TrimPrefix(string(urn), Prefix), NameDelimiter, 4)
}

func (urn URN) part(index int) string {
	if parts := urn.parts(); index < len(parts) {
		return parts[index]
	}
	return ""
}
