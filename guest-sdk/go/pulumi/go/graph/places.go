package graph

import "strings"

// parts are the beginnings of the names of functions of Go.
var parts = []string{"runtime.", "runtime/", "reflect.", "internal/", "pulumi-wasm:"}

// modules are the modules that the build adds.
var modules = []string{
	"github.com/pulumi/pulumi/sdk/v3",
	"github.com/pulumi/pulumi-go-provider",
	"github.com/pulumi-wasm/pulumi-wasm/guest-sdk/go/wasm",
}

// IsOfAuthor says whether a function is of the author or of a module that the author uses: places in other functions say nothing to the author.
// Tests of this package and examples of pulumi-go-provider are as an author writes them.
func IsOfAuthor(function string) bool {
	if function == "" {
		return false
	}
	if strings.HasPrefix(function, "github.com/pulumi/pulumi-go-provider/examples/") || strings.Contains(function, "_test.") {
		return true
	}
	for _, part := range parts {
		if strings.HasPrefix(function, part) {
			return false
		}
	}
	for _, module := range modules {
		// The name of a package in the module, or of a function in the package at its root, follows.
		if rest, ok := strings.CutPrefix(function, module); ok && (rest == "" || rest[0] == '/' || rest[0] == '.') {
			return false
		}
	}
	return true
}
