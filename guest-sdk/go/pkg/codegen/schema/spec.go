// Package schema has the form of a package's schema in JSON.
package schema

import "encoding/json"

// RawMessage is JSON that is kept as it is.
type RawMessage []byte

// MarshalJSON gives the text.
func (message RawMessage) MarshalJSON() ([]byte, error) {
	return json.RawMessage(message).MarshalJSON()
}

// UnmarshalJSON keeps the text.
func (message *RawMessage) UnmarshalJSON(text []byte) error {
	*message = append((*message)[:0], text...)
	return nil
}

// PackageSpec is the schema of a package.
type PackageSpec struct {
	Name                string                     `json:"name"`
	DisplayName         string                     `json:"displayName,omitempty"`
	Version             string                     `json:"version,omitempty"`
	Description         string                     `json:"description,omitempty"`
	Keywords            []string                   `json:"keywords,omitempty"`
	Homepage            string                     `json:"homepage,omitempty"`
	License             string                     `json:"license,omitempty"`
	Attribution         string                     `json:"attribution,omitempty"`
	Repository          string                     `json:"repository,omitempty"`
	LogoURL             string                     `json:"logoUrl,omitempty"`
	PluginDownloadURL   string                     `json:"pluginDownloadURL,omitempty"`
	Publisher           string                     `json:"publisher,omitempty"`
	Namespace           string                     `json:"namespace,omitempty"`
	Meta                *MetadataSpec              `json:"meta,omitempty"`
	AllowedPackageNames []string                   `json:"allowedPackageNames,omitempty"`
	Language            map[string]RawMessage      `json:"language,omitempty"`
	Config              ConfigSpec                 `json:"config"`
	Types               map[string]ComplexTypeSpec `json:"types,omitempty"`
	Provider            *ResourceSpec              `json:"provider,omitempty"`
	Resources           map[string]ResourceSpec    `json:"resources,omitempty"`
	Functions           map[string]FunctionSpec    `json:"functions,omitempty"`
	Dependencies        []PackageDescriptor        `json:"dependencies,omitempty"`
	Parameterization    *ParameterizationSpec      `json:"parameterization,omitempty"`
}

// MetadataSpec says how the package was made.
type MetadataSpec struct {
	ModuleFormat string `json:"moduleFormat,omitempty"`
	SupportPack  bool   `json:"supportPack,omitempty"`
}

// PackageDescriptor names a package that this package needs.
type PackageDescriptor struct {
	Name             string                    `json:"name"`
	Version          string                    `json:"version,omitempty"`
	DownloadURL      string                    `json:"downloadURL,omitempty"`
	Parameterization *ParameterizationSpecName `json:"parameterization,omitempty"`
}

// ParameterizationSpecName names the package that a provider makes of a parameter.
type ParameterizationSpecName struct {
	Name    string `json:"name"`
	Version string `json:"version"`
	Value   []byte `json:"value"`
}

// ParameterizationSpec says which provider makes the package, and has the parameter for it.
type ParameterizationSpec struct {
	BaseProvider BaseProviderSpec `json:"baseProvider"`
	Parameter    []byte           `json:"parameter"`
}

// BaseProviderSpec names a provider.
type BaseProviderSpec struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

// ConfigSpec has the configuration.
type ConfigSpec struct {
	Variables map[string]PropertySpec `json:"variables,omitempty"`
	Required  []string                `json:"defaults,omitempty"`
}

// TypeSpec is a type, or a reference to a type.
type TypeSpec struct {
	Type                 string             `json:"type,omitempty"`
	Ref                  string             `json:"$ref,omitempty"`
	AdditionalProperties *TypeSpec          `json:"additionalProperties,omitempty"`
	Items                *TypeSpec          `json:"items,omitempty"`
	OneOf                []TypeSpec         `json:"oneOf,omitempty"`
	Discriminator        *DiscriminatorSpec `json:"discriminator,omitempty"`
	Plain                bool               `json:"plain,omitempty"`
}

// DiscriminatorSpec names the property that distinguishes the types of a union.
type DiscriminatorSpec struct {
	PropertyName string            `json:"propertyName"`
	Mapping      map[string]string `json:"mapping,omitempty"`
}

// DefaultSpec has the environment variables of a default.
type DefaultSpec struct {
	Environment []string              `json:"environment,omitempty"`
	Language    map[string]RawMessage `json:"language,omitempty"`
}

// PropertySpec is a property.
type PropertySpec struct {
	TypeSpec

	Description          string                `json:"description,omitempty"`
	Const                any                   `json:"const,omitempty"`
	Default              any                   `json:"default,omitempty"`
	DefaultInfo          *DefaultSpec          `json:"defaultInfo,omitempty"`
	DeprecationMessage   string                `json:"deprecationMessage,omitempty"`
	Language             map[string]RawMessage `json:"language,omitempty"`
	Secret               bool                  `json:"secret,omitempty"`
	ReplaceOnChanges     bool                  `json:"replaceOnChanges,omitempty"`
	WillReplaceOnChanges bool                  `json:"willReplaceOnChanges,omitempty"`
}

// ObjectTypeSpec is a type of objects.
type ObjectTypeSpec struct {
	Description string                  `json:"description,omitempty"`
	Properties  map[string]PropertySpec `json:"properties,omitempty"`
	Type        string                  `json:"type,omitempty"`
	Required    []string                `json:"required,omitempty"`
	Plain       []string                `json:"plain,omitempty"`
	Language    map[string]RawMessage   `json:"language,omitempty"`
	IsOverlay   bool                    `json:"isOverlay,omitempty"`
}

// ComplexTypeSpec is a type of objects or an enum.
type ComplexTypeSpec struct {
	ObjectTypeSpec

	Enum []EnumValueSpec `json:"enum,omitempty"`
}

// EnumValueSpec is a value of an enum.
type EnumValueSpec struct {
	Name               string `json:"name,omitempty"`
	Description        string `json:"description,omitempty"`
	Value              any    `json:"value"`
	DeprecationMessage string `json:"deprecationMessage,omitempty"`
}

// AliasSpec is an earlier token of a resource.
type AliasSpec struct {
	Type string `json:"type,omitempty"`
}

// ResourceSpec is a resource. Its properties are the outputs.
type ResourceSpec struct {
	ObjectTypeSpec

	InputProperties    map[string]PropertySpec `json:"inputProperties,omitempty"`
	RequiredInputs     []string                `json:"requiredInputs,omitempty"`
	PlainInputs        []string                `json:"plainInputs,omitempty"`
	StateInputs        *ObjectTypeSpec         `json:"stateInputs,omitempty"`
	ListInputs         *ObjectTypeSpec         `json:"listInputs,omitempty"`
	Aliases            []AliasSpec             `json:"aliases,omitempty"`
	DeprecationMessage string                  `json:"deprecationMessage,omitempty"`
	IsComponent        bool                    `json:"isComponent,omitempty"`
	Methods            map[string]string       `json:"methods,omitempty"`
}

// FunctionSpec is a function.
type FunctionSpec struct {
	Description         string                `json:"description,omitempty"`
	Inputs              *ObjectTypeSpec       `json:"inputs,omitempty"`
	MultiArgumentInputs []string              `json:"multiArgumentInputs,omitempty"`
	Outputs             *ObjectTypeSpec       `json:"-"`
	ReturnType          *ReturnTypeSpec       `json:"outputs,omitempty"`
	DeprecationMessage  string                `json:"deprecationMessage,omitempty"`
	Language            map[string]RawMessage `json:"language,omitempty"`
	IsOverlay           bool                  `json:"isOverlay,omitempty"`
}

// MarshalJSON writes the results from ReturnType, or from Outputs without a ReturnType.
func (function FunctionSpec) MarshalJSON() ([]byte, error) {
	type plain FunctionSpec
	if function.ReturnType == nil && function.Outputs != nil {
		function.ReturnType = &ReturnTypeSpec{ObjectTypeSpec: function.Outputs}
	}
	return json.Marshal(plain(function))
}

// UnmarshalJSON reads results that are an object into Outputs as well.
func (function *FunctionSpec) UnmarshalJSON(text []byte) error {
	type plain FunctionSpec
	if err := json.Unmarshal(text, (*plain)(function)); err != nil {
		return err
	}
	if function.ReturnType != nil {
		function.Outputs = function.ReturnType.ObjectTypeSpec
	}
	return nil
}

// ReturnTypeSpec is the result of a function: an object, or a value of a type.
type ReturnTypeSpec struct {
	ObjectTypeSpec *ObjectTypeSpec
	TypeSpec       *TypeSpec
}

// MarshalJSON writes the type that is there.
func (returns ReturnTypeSpec) MarshalJSON() ([]byte, error) {
	if returns.ObjectTypeSpec != nil {
		return json.Marshal(returns.ObjectTypeSpec)
	}
	return json.Marshal(returns.TypeSpec)
}

// UnmarshalJSON reads a type with properties, or `object` alone, as an object, and each other type as the type of a value.
func (returns *ReturnTypeSpec) UnmarshalJSON(text []byte) error {
	var shape struct {
		Type                             string
		Properties, AdditionalProperties json.RawMessage
	}
	if err := json.Unmarshal(text, &shape); err != nil {
		return err
	}
	if shape.Properties != nil || shape.Type == "object" && shape.AdditionalProperties == nil {
		return json.Unmarshal(text, &returns.ObjectTypeSpec)
	}
	return json.Unmarshal(text, &returns.TypeSpec)
}
