package call

// Inferred says which calls the author wrote, for the manifest. Tokens have the name of the package in them.
type Inferred struct {
	// Hooks gives the hooks of each resource.
	Hooks func(pkg string) map[string][]string
	// Dependencies gives, for each resource, the inputs that each output depends on. A resource that does not name them is missing.
	Dependencies func(pkg string) (map[string]map[string][]string, error)
	// Outputs gives the names of the outputs of a component, or of the results of a method.
	Outputs func(token string) []string
	// Functions gives the tokens of functions.
	Functions func(pkg string) []string
	// Originals has the addresses of the provider's functions by the hook that each answers. A function at another address is the author's.
	Originals map[string]uintptr
	// OriginalConfiguration is the same for the functions of the configuration. Empty for a provider without configuration of its own.
	OriginalConfiguration map[string]uintptr
	// Configures says whether the provider has configuration, ChecksConfig whether the author checks it.
	Configures, ChecksConfig bool
	// Further has what the provider says and does beyond pulumi-go-provider.
	Further *Further
}
