package nethttp

import "net/http"

// The headers of a request that belong to the connection: the host sets those that it needs. `Expect` asks the server whether it wants the body,
// and clients of S3 set it for large bodies. The host sends the body without asking, as a client may.
var ofConnection = map[string]bool{
	"Connection": true, "Content-Length": true, "Expect": true, "Host": true, "Keep-Alive": true, "Proxy-Connection": true, "Te": true,
	"Trailer": true, "Transfer-Encoding": true, "Upgrade": true,
}

// isOfConnection says whether a header is left out of a request.
func isOfConnection(name string) bool { return ofConnection[http.CanonicalHeaderKey(name)] }
