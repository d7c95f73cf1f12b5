package pulumi

import (
	"errors"
	"slices"
)

// ResourceOption is an option of a resource.
type ResourceOption interface {
	applyResourceOption(*options)
}

// InvokeOption is an option of a call of a function or method.
type InvokeOption interface {
	applyInvokeOption(*options)
}

// ResourceOrInvokeOption is an option of both.
type ResourceOrInvokeOption interface {
	ResourceOption
	InvokeOption
}

// options are the options of one resource or call.
type options struct {
	ResourceOptions
	// The options that were set, by the host's names. A boolean may be set to false.
	set map[string]bool
	err error
}

// ResourceOptions are the options of a resource.
type ResourceOptions struct {
	// Further outputs that are secret, in addition to the schema.
	AdditionalSecretOutputs []string
	// Earlier names, types and places.
	Aliases        []Alias
	CustomTimeouts *CustomTimeouts
	// Whether a replacement deletes the old resource first.
	DeleteBeforeReplace bool
	DependsOn           []Resource
	DependsOnInputs     []ResourceArrayInput
	// Properties, by their paths, whose changes do not count.
	IgnoreChanges []string
	// Properties, by their paths, whose differences are not shown.
	HideDiffs []string
	// The id of a thing that the resource takes over.
	Import    IDInput
	Parent    Resource
	Protect   bool
	Provider  ProviderResource
	Providers []ProviderResource
	// Properties, by their paths, whose changes replace the resource.
	ReplaceOnChanges []string
	// A value whose change replaces the resource.
	ReplacementTrigger Input
	// Functions that change the resource and those below it, when they are declared.
	Transformations []ResourceTransformation
	// Functions that change the resource and those below it, before the engine makes them.
	Transforms []ResourceTransform
	// The URN of a resource that exists.
	URN               string
	Version           string
	PluginDownloadURL string
	// Whether the engine forgets the resource instead of deleting it.
	RetainOnDelete bool
	// A resource whose deletion deletes this one too.
	DeletedWith Resource
	// Resources whose replacement replaces this one too.
	ReplaceWith []Resource
	Hooks       *ResourceHookBinding
	// A component cannot set the environment of a plugin.
	EnvVarMappings map[string]string
}

// InvokeOptions are the options of a call.
type InvokeOptions struct {
	Parent            Resource
	Provider          ProviderResource
	Version           string
	PluginDownloadURL string
	DependsOn         []Resource
	DependsOnInputs   []ResourceArrayInput
}

// InvokeOutputOptions are the options of a call whose result is an output.
type InvokeOutputOptions struct {
	InvokeOptions []InvokeOption
	PackageRef    string
}

// CustomTimeouts says how long operations may take, as Go writes times: `5m`.
type CustomTimeouts struct{ Create, Update, Delete, Read string }

type option func(*options)

func (option option) applyResourceOption(to *options) { option(to) }
func (option option) applyInvokeOption(to *options)   { option(to) }

// setting makes an option that sets a value, and notes that it is set.
func setting(name string, set func(*options)) option {
	return func(to *options) {
		set(to)
		to.set[name] = true
	}
}

func resourceOptions(given []ResourceOption) (*options, error) {
	made := &options{set: map[string]bool{}}
	for _, option := range given {
		if option != nil {
			option.applyResourceOption(made)
		}
	}
	return made, made.err
}

func invokeOptions(given []InvokeOption) (*options, error) {
	made := &options{set: map[string]bool{}}
	for _, option := range given {
		if option != nil {
			option.applyInvokeOption(made)
		}
	}
	return made, made.err
}

// NewResourceOptions gives the options that a list sets.
func NewResourceOptions(opts ...ResourceOption) (*ResourceOptions, error) {
	made, err := resourceOptions(opts)
	return &made.ResourceOptions, err
}

// NewInvokeOptions gives the options that a list sets.
func NewInvokeOptions(opts ...InvokeOption) (*InvokeOptions, error) {
	made, err := invokeOptions(opts)
	return &InvokeOptions{made.Parent, made.Provider, made.Version, made.PluginDownloadURL, made.DependsOn, made.DependsOnInputs}, err
}

// Composite makes one option of several.
func Composite(opts ...ResourceOption) ResourceOption {
	return option(func(to *options) {
		for _, option := range opts {
			if option != nil {
				option.applyResourceOption(to)
			}
		}
	})
}

// CompositeInvoke makes one option of several.
func CompositeInvoke(opts ...InvokeOption) InvokeOption {
	return option(func(to *options) {
		for _, option := range opts {
			if option != nil {
				option.applyInvokeOption(to)
			}
		}
	})
}

// AdditionalSecretOutputs makes further outputs secret, in addition to the schema.
func AdditionalSecretOutputs(o []string) ResourceOption {
	return option(func(to *options) { to.AdditionalSecretOutputs = append(to.AdditionalSecretOutputs, o...) })
}

// Aliases names earlier names, types and places of the resource.
func Aliases(o []Alias) ResourceOption {
	return option(func(to *options) { to.Aliases = append(to.Aliases, o...) })
}

// DeleteBeforeReplace says whether a replacement deletes the old resource first.
func DeleteBeforeReplace(o bool) ResourceOption {
	return setting("deleteBeforeReplace", func(to *options) { to.DeleteBeforeReplace = o })
}

// DeletedWith names a resource whose deletion deletes this one too.
func DeletedWith(r Resource) ResourceOption { return option(func(to *options) { to.DeletedWith = r }) }

// DependsOn names resources that have to exist before.
func DependsOn(o []Resource) ResourceOrInvokeOption {
	return option(func(to *options) { to.DependsOn = append(to.DependsOn, o...) })
}

// DependsOnInputs names resources that have to exist before.
func DependsOnInputs(o ResourceArrayInput) ResourceOrInvokeOption {
	return option(func(to *options) { to.DependsOnInputs = append(to.DependsOnInputs, o) })
}

// EnvVarMappings fails: a component cannot set the environment of a plugin.
func EnvVarMappings(map[string]string) ResourceOption {
	return option(func(to *options) {
		to.err = errors.Join(to.err, errors.New("a component cannot set the environment of a plugin: leave out `EnvVarMappings`"))
	})
}

// HideDiffs names properties, by their paths, whose differences are not shown.
func HideDiffs(paths []string) ResourceOption {
	return option(func(to *options) { to.HideDiffs = append(to.HideDiffs, paths...) })
}

// IgnoreChanges names properties, by their paths, whose changes do not count.
func IgnoreChanges(o []string) ResourceOption {
	return option(func(to *options) { to.IgnoreChanges = append(to.IgnoreChanges, o...) })
}

// Import names the id of a thing that the resource takes over.
func Import(o IDInput) ResourceOption { return option(func(to *options) { to.Import = o }) }

// Parent names the resource that this one is below.
func Parent(r Resource) ResourceOrInvokeOption { return option(func(to *options) { to.Parent = r }) }

// PluginDownloadURL has no effect: the user of a component decides where plugins come from.
func PluginDownloadURL(o string) ResourceOrInvokeOption {
	return option(func(to *options) { to.PluginDownloadURL = o })
}

// Protect says whether the engine refuses to delete the resource.
func Protect(o bool) ResourceOption {
	return setting("protect", func(to *options) { to.Protect = o })
}

// Provider names the provider of the resource.
func Provider(r ProviderResource) ResourceOrInvokeOption {
	return option(func(to *options) { to.Provider = r })
}

// ProviderMap names providers by their packages, for a component and the resources below it.
func ProviderMap(o map[string]ProviderResource) ResourceOption {
	return option(func(to *options) {
		for _, provider := range o {
			to.Providers = append(to.Providers, provider)
		}
	})
}

// Providers names providers, for a component and the resources below it.
func Providers(o ...ProviderResource) ResourceOption {
	return option(func(to *options) { to.Providers = append(to.Providers, o...) })
}

// ReplaceOnChanges names properties, by their paths, whose changes replace the resource.
func ReplaceOnChanges(o []string) ResourceOption {
	return option(func(to *options) { to.ReplaceOnChanges = append(to.ReplaceOnChanges, o...) })
}

// ReplaceWith names resources whose replacement replaces this one too.
func ReplaceWith(r []Resource) ResourceOption {
	return option(func(to *options) { to.ReplaceWith = append(to.ReplaceWith, r...) })
}

// ReplacementTrigger is a value whose change replaces the resource.
func ReplacementTrigger(o Input) ResourceOption {
	return option(func(to *options) { to.ReplacementTrigger = o })
}

// ResourceHooks names functions that run before or after the resource is created or updated.
func ResourceHooks(hooks *ResourceHookBinding) ResourceOption {
	return option(func(to *options) {
		if hooks == nil {
			return
		}
		joined := *hooks
		if before := to.Hooks; before != nil {
			joined.BeforeCreate = slices.Concat(before.BeforeCreate, hooks.BeforeCreate)
			joined.AfterCreate = slices.Concat(before.AfterCreate, hooks.AfterCreate)
			joined.BeforeUpdate = slices.Concat(before.BeforeUpdate, hooks.BeforeUpdate)
			joined.AfterUpdate = slices.Concat(before.AfterUpdate, hooks.AfterUpdate)
			joined.BeforeDelete = slices.Concat(before.BeforeDelete, hooks.BeforeDelete)
			joined.AfterDelete = slices.Concat(before.AfterDelete, hooks.AfterDelete)
			joined.OnError = slices.Concat(before.OnError, hooks.OnError)
		}
		to.Hooks = &joined
	})
}

// RetainOnDelete says whether the engine forgets the resource instead of deleting it.
func RetainOnDelete(b bool) ResourceOption {
	return setting("retainOnDelete", func(to *options) { to.RetainOnDelete = b })
}

// Timeouts says how long operations may take.
func Timeouts(o *CustomTimeouts) ResourceOption {
	return option(func(to *options) { to.CustomTimeouts = o })
}

// Transformations are functions that change the resource and those below it, when they are declared.
func Transformations(o []ResourceTransformation) ResourceOption {
	return option(func(to *options) { to.Transformations = append(to.Transformations, o...) })
}

// Transforms are functions that change the resource and those below it, before the engine makes them.
func Transforms(o []ResourceTransform) ResourceOption {
	return option(func(to *options) { to.Transforms = append(to.Transforms, o...) })
}

// URN_ makes the resource the existing one of that URN.
func URN_(o string) ResourceOption { return option(func(to *options) { to.URN = o }) }

// Version has no effect: the manifest of the component has the versions of packages, from their SDKs.
func Version(o string) ResourceOrInvokeOption { return option(func(to *options) { to.Version = o }) }
