// Package nodejs has the settings of a package for programs in TypeScript and JavaScript.
package nodejs

// NodePackageInfo has the settings in a schema's `language.nodejs`.
type NodePackageInfo struct {
	PackageName                  string            `json:"packageName,omitempty"`
	PackageDescription           string            `json:"packageDescription,omitempty"`
	Readme                       string            `json:"readme,omitempty"`
	Dependencies                 map[string]string `json:"dependencies,omitempty"`
	DevDependencies              map[string]string `json:"devDependencies,omitempty"`
	PeerDependencies             map[string]string `json:"peerDependencies,omitempty"`
	Resolutions                  map[string]string `json:"resolutions,omitempty"`
	TypeScriptVersion            string            `json:"typescriptVersion,omitempty"`
	ModuleToPackage              map[string]string `json:"moduleToPackage,omitempty"`
	Compatibility                string            `json:"compatibility,omitempty"`
	DisableUnionOutputTypes      bool              `json:"disableUnionOutputTypes,omitempty"`
	ContainsEnums                bool              `json:"containsEnums,omitempty"`
	ProviderNameToModuleName     map[string]string `json:"providerNameToModuleName,omitempty"`
	ExtraTypeScriptFiles         []string          `json:"extraTypeScriptFiles,omitempty"`
	LiftSingleValueMethodReturns bool              `json:"liftSingleValueMethodReturns,omitempty"`
	RespectSchemaVersion         bool              `json:"respectSchemaVersion,omitempty"`
	UseTypeOnlyReferences        bool              `json:"useTypeOnlyReferences,omitempty"`
}
