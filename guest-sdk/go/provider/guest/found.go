package guest

// Found has the build's facts about the author's source. The build sets it in a file that it adds to the main
// package.
var Found struct {
	// Version is the version that the build was given. It comes before the version that `Run` has.
	Version string
	// Variables are the names of environment variables that the source reads, each with its place.
	Variables [][2]string
	// Hosts are the addresses in the source, each with its place.
	Hosts [][2]string
	// SafeRequests are requests of the program that only read though their method is POST.
	SafeRequests []string
	// Packages are those whose SDKs the program contains.
	Packages []Package
}

// Package is a package whose resources components declare.
type Package struct {
	Name, Version string
	// The plugin that a parameter makes the package. Empty without a parameter.
	Plugin, PluginVersion string
	// The parameter, in base64.
	Parameter string
}
