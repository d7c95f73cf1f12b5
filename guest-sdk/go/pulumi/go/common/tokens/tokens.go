// Package tokens has the names of things in Pulumi packages: modules, types and their members.
package tokens

import (
	"fmt"
	"strings"
)

// Delimiter separates the parts of a token: `package:module:Name`.
const Delimiter = ":"

// QNameDelimiter separates the parts of a qualified name.
const QNameDelimiter = "/"

type (
	// Token is any name with delimiters.
	Token string
	// Name is an identifier.
	Name string
	// QName is a name whose parts are separated by QNameDelimiter.
	QName string
	// Package is the name of a package.
	Package Name
	// PackageName is the name of a package.
	PackageName Name
	// Module is `package:module`.
	Module Token
	// ModuleName is the name of a module in its package.
	ModuleName QName
	// ModuleMember is `package:module:member`.
	ModuleMember Token
	// ModuleMemberName is the name of a member in its module.
	ModuleMemberName Name
	// Type is the token of a resource or function: `package:module:Name`.
	Type Token
	// TypeName is the name of a type in its module.
	TypeName Name
)

// NewPackageToken makes the token of a package.
func NewPackageToken(name PackageName) Package { return Package(name) }

// NewModuleToken makes the token of a module.
func NewModuleToken(pkg Package, name ModuleName) Module {
	return Module(string(pkg) + Delimiter + string(name))
}

// NewModuleMemberToken makes the token of a member of a module.
func NewModuleMemberToken(module Module, name ModuleMemberName) ModuleMember {
	return ModuleMember(string(module) + Delimiter + string(name))
}

// NewTypeToken makes the token of a type.
func NewTypeToken(module Module, name TypeName) Type {
	return Type(string(module) + Delimiter + string(name))
}

// ParseTypeToken reads the token of a type.
func ParseTypeToken(text string) (Type, error) {
	if strings.Count(text, Delimiter) < 2 {
		return "", fmt.Errorf("%q is not the token of a type: it has to be `package:module:Name`", text)
	}
	return Type(text), nil
}

// ParseModuleMember reads the token of a member of a module.
func ParseModuleMember(text string) (ModuleMember, error) {
	token, err := ParseTypeToken(text)
	return ModuleMember(token), err
}

func (token Token) String() string { return string(token) }

func (name Name) String() string { return string(name) }

// Q gives the name as a qualified name of one part.
func (name Name) Q() QName { return QName(name) }

func (pkg Package) String() string { return string(pkg) }

// Name gives the name of the package.
func (pkg Package) Name() PackageName { return PackageName(pkg) }

func (name PackageName) String() string { return string(name) }

func (name ModuleMemberName) String() string { return string(name) }

func (name QName) String() string { return string(name) }

// Name gives the last part of the name.
func (name QName) Name() Name {
	return Name(name[strings.LastIndex(string(name), QNameDelimiter)+1:])
}

func (name ModuleName) String() string { return string(name) }

func (name TypeName) String() string { return string(name) }

// Package gives the package of the module.
func (token Module) Package() Package { return Package(part(string(token), 0)) }

// Name gives the name of the module.
func (token Module) Name() ModuleName { return ModuleName(part(string(token), 1)) }

func (token Module) String() string { return string(token) }

// Package gives the package of the member.
func (token ModuleMember) Package() Package { return Package(part(string(token), 0)) }

// Module gives the module of the member.
func (token ModuleMember) Module() Module { return Type(token).Module() }

// Name gives the name of the member.
func (token ModuleMember) Name() ModuleMemberName { return ModuleMemberName(part(string(token), 2)) }

func (token ModuleMember) String() string { return string(token) }

// Package gives the package of the type.
func (token Type) Package() Package { return Package(part(string(token), 0)) }

// Module gives the module of the type.
func (token Type) Module() Module {
	return Module(part(string(token), 0) + Delimiter + part(string(token), 1))
}

// Name gives the name of the type.
func (token Type) Name() TypeName { return TypeName(part(string(token), 2)) }

// Primitive says whether the type has no package.
func (token Type) Primitive() bool { return !strings.Contains(string(token), Delimiter) }

func (token Type) String() string { return string(token) }

// IsName says whether the text is an identifier.
func IsName(text string) bool {
	for at, char := range text {
		letter := char == '_' || char == '.' || 'a' <= char && char <= 'z' || 'A' <= char && char <= 'Z'
		if !letter && (at == 0 || char != '-' && (char < '0' || char > '9')) {
			return false
		}
	}
	return text != ""
}

// IsQName says whether each part of the text is an identifier.
func IsQName(text string) bool {
	for _, name := range strings.Split(text, QNameDelimiter) {
		if !IsName(name) {
			return false
		}
	}
	return true
}

func part(token string, index int) string {
	parts := strings.SplitN(token, Delimiter, 3)
	if index < len(parts) {
		return parts[index]
	}
	return ""
}
