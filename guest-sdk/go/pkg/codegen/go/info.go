// Package gen has the settings of a package for programs in Go.
package gen

// GoPackageInfo has the settings in a schema's `language.go`.
type GoPackageInfo struct {
	ImportBasePath                 string            `json:"importBasePath,omitempty"`
	ModulePath                     string            `json:"modulePath,omitempty"`
	RootPackageName                string            `json:"rootPackageName,omitempty"`
	ModuleToPackage                map[string]string `json:"moduleToPackage,omitempty"`
	PackageImportAliases           map[string]string `json:"packageImportAliases,omitempty"`
	ImportPathPattern              string            `json:"importPathPattern,omitempty"`
	GenerateResourceContainerTypes bool              `json:"generateResourceContainerTypes,omitempty"`
	PulumiSDKVersion               int               `json:"pulumiSDKVersion,omitempty"`
	DisableFunctionOutputVersions  bool              `json:"disableFunctionOutputVersions,omitempty"`
	LiftSingleValueMethodReturns   bool              `json:"liftSingleValueMethodReturns,omitempty"`
	DisableInputTypeRegistrations  bool              `json:"disableInputTypeRegistrations,omitempty"`
	InternalModuleName             string            `json:"internalModuleName,omitempty"`
	DisableObjectDefaults          bool              `json:"disableObjectDefaults,omitempty"`
	GenerateExtraInputTypes        bool              `json:"generateExtraInputTypes,omitempty"`
	OmitExtraInputTypes            bool              `json:"omitExtraInputTypes,omitempty"`
	RespectSchemaVersion           bool              `json:"respectSchemaVersion,omitempty"`
	InternalDependencies           []string          `json:"internalDependencies,omitempty"`
	Generics                       string            `json:"generics,omitempty"`
}
