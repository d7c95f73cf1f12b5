// Package python has the settings of a package for programs in Python.
package python

// PackageInfo has the settings in a schema's `language.python`.
type PackageInfo struct {
	MapCase                      bool              `json:"mapCase,omitempty"`
	PackageName                  string            `json:"packageName,omitempty"`
	PythonRequires               string            `json:"pythonRequires,omitempty"`
	Requires                     map[string]string `json:"requires,omitempty"`
	Readme                       string            `json:"readme,omitempty"`
	ModuleNameOverrides          map[string]string `json:"moduleNameOverrides,omitempty"`
	Compatibility                string            `json:"compatibility,omitempty"`
	UsesIOClasses                bool              `json:"usesIOClasses,omitempty"`
	LiftSingleValueMethodReturns bool              `json:"liftSingleValueMethodReturns,omitempty"`
	RespectSchemaVersion         bool              `json:"respectSchemaVersion,omitempty"`
	PyProject                    struct {
		Enabled bool `json:"enabled,omitempty"`
	} `json:"pyproject,omitempty"`
	InputTypes string `json:"inputTypes,omitempty"`
}
