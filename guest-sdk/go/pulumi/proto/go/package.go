// Package pulumirpc has the requests that generated SDKs make for packages with parameters.
package pulumirpc

// RegisterPackageRequest names a package.
type RegisterPackageRequest struct {
	Name             string
	Version          string
	DownloadUrl      string //nolint:revive // Pulumi's name
	Checksums        map[string][]byte
	Parameterization *Parameterization
}

// GetName gives the name of the package, with the name of its parameter if it has one.
func (request *RegisterPackageRequest) GetName() string {
	if request.Parameterization != nil {
		return request.Parameterization.Name
	}
	return request.Name
}

// Parameterization is the parameter that makes a package of a plugin.
type Parameterization struct {
	Name    string
	Version string
	Value   []byte
}

// RegisterPackageResponse has the name for later requests.
type RegisterPackageResponse struct{ Ref string }

// GetRef gives the name for later requests.
func (response *RegisterPackageResponse) GetRef() string { return response.Ref }
