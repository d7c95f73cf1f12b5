package host

// Permissions has the addresses and variables that the provider asks for, and its mappings.
var Permissions struct {
	Net      []Net
	Env      []Env
	Mappings []Mapping
}

// Net is an address that the provider wants to reach.
type Net struct {
	// Host is `HOST`, `HOST:PORT` or `*.DOMAIN`, with `http://` before it for addresses without TLS, or `config:PATH` for the address in that
	// configuration value.
	Host string
	// Required makes adding the package without this grant an error.
	Required bool
	// Reason is for the user who grants it.
	Reason string
	// SafeRequests only read, though their method could change something: `POST /search`. They are sent in previews, too. A GraphQL query needs
	// no entry, and an entry for its path lets mutations pass too. Nil: those that the build found in the program. An empty list: none.
	SafeRequests []string
	// Credential is sent with the requests.
	Credential *Credential
	// TLS names configuration values for the connection.
	TLS *TLS
	// Proxy is the configuration value that has the address of a proxy.
	Proxy string
}

// Credential is a secret of the configuration that the host sends with requests.
type Credential struct {
	// As is `bearer`, `basic` or `header`.
	As string
	// Config is the configuration value with the secret.
	Config string
	// User or UserConfig is the user of `basic`: a text, or the configuration value that holds it.
	User, UserConfig string
	// Header is the name of the header.
	Header string
	// HostOnly keeps the secret from the component.
	HostOnly bool
}

// TLS names configuration values for TLS.
type TLS struct {
	// CA are further authorities. Certificate and Key are shown to the server. All in PEM.
	CA, Certificate, Key string
	// HostOnly keeps the key from the component.
	HostOnly bool
	// Insecure is a boolean that is true if the host should not check certificates.
	Insecure string
}

// Env is an environment variable that the provider wants to read.
type Env struct {
	Name, Reason string
	// Required makes adding the package without this grant an error.
	Required bool
}

// Mapping is the answer to a conversion from another ecosystem.
type Mapping struct {
	// Key is the ecosystem, such as `terraform`.
	Key string
	// Provider is the provider's name there.
	Provider string
	Data     string
}
