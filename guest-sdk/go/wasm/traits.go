package wasm

// HasTraits is a resource with traits. The method is asked once.
type HasTraits interface {
	Traits() Traits
}

// Traits are the attributes of a whole resource type.
type Traits struct {
	// AutoName says which input is the thing's name: the host makes one if the program gives none.
	AutoName *AutoName
	// ImportID is the form of the id of an import: inputs in braces with fixed text between them, such as `{zone}/{name}`. The inputs that
	// an id gives are the inputs that Read gets.
	ImportID string
	// Stable are outputs that keep their value as long as the thing is not replaced.
	Stable []string
	// DeleteBeforeReplace says that a replacement deletes the old thing first.
	DeleteBeforeReplace bool
	// RefreshBeforeUpdate says that the engine refreshes the resource before each update.
	RefreshBeforeUpdate bool
	// Concurrency is the number of creates, updates and deletes that may run at once. 0 for no limit.
	Concurrency int
	// Consistency is the reaction if a create or update gives another value than its preview promised. Empty is Warn.
	Consistency Consistency
}

// Consistency is the reaction to a broken promise of a preview.
type Consistency string

// The reactions.
const (
	ConsistencyOff   Consistency = "off"
	ConsistencyWarn  Consistency = "warn"
	ConsistencyError Consistency = "error"
)

// AutoName says how the host makes a name of the resource's name.
type AutoName struct {
	// Property is the input that is the name.
	Property string
	// MaxLength bounds the whole name. 0 for no bound.
	MaxLength int
	// Lowercase says that the name has only small letters.
	Lowercase bool
	// Separator stands before the random part. Empty is `-`.
	Separator string
	// RandomLength is the number of random characters. 0 is 7.
	RandomLength int
	// Alphabet has the random characters. Empty is the hexadecimal digits.
	Alphabet string
}

// HasFunctionTraits is a function with traits.
type HasFunctionTraits interface {
	Traits() FunctionTraits
}

// FunctionTraits are the attributes of a whole function.
type FunctionTraits struct {
	// Pure says that the function only computes.
	Pure bool
	// Positional are arguments that programs give by their places.
	Positional []string
	// SingleResult says that programs get the only property of the results itself.
	SingleResult bool
}

// Constrained is a struct of inputs, arguments, configuration or a nested object with constraints between properties.
type Constrained interface {
	Constraints() []Constraint
}

// Constraint is a rule between properties, by their names.
type Constraint struct {
	kind, property string
	names          []string
}

// ExactlyOneOf says that exactly one of the properties is given.
func ExactlyOneOf(names ...string) Constraint { return Constraint{kind: "exactlyOneOf", names: names} }

// AtLeastOneOf says that one or more of the properties are given.
func AtLeastOneOf(names ...string) Constraint { return Constraint{kind: "atLeastOneOf", names: names} }

// Conflicts says that at most one of the properties is given.
func Conflicts(names ...string) Constraint { return Constraint{kind: "conflicts", names: names} }

// AllOrNone says that all properties are given, or not one of them.
func AllOrNone(names ...string) Constraint { return Constraint{kind: "allOrNone", names: names} }

// Requires says that the other properties are given if this one is.
func Requires(property string, others ...string) Constraint {
	return Constraint{kind: "requires", property: property, names: others}
}

// Parts gives the kind of the constraint as the manifest calls it, the property of `requires`, and the other names.
func (constraint Constraint) Parts() (kind, property string, names []string) {
	return constraint.kind, constraint.property, constraint.names
}
