//go:build !wasip1

package call

// InComponent says whether the program runs in a component.
const InComponent = false
