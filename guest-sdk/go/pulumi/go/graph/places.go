package graph

import "strings"

// libraries are the prefixes of the names of functions of Go and of the packages that the build adds.
var libraries = []string{
	"runtime.",
	"reflect.",
	"pulumi-wasm:",
	"github.com/pulumi/pulumi/sdk/v3/",
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
	for _, library := range libraries {
		if strings.HasPrefix(function, library) {
			return false
		}
	}
	return true
}
