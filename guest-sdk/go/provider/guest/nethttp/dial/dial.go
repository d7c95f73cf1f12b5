// Package dial sends requests on connections that transports give, as `httputil.DumpRequestOut` has them.
//
// The build adds an import of this package if the provider uses `net/http/httputil`: writing requests and reading responses make a component
// 300 kB larger.
package dial

import (
	"bufio"
	"net/http"

	"github.com/pulumi/pulumi-go-provider/guest/nethttp"
)

func init() {
	nethttp.OnConnection = throughMemory
}

// throughMemory sends a request on the connection that the transport's Dial gives. A component has no sockets, so that such a connection is in
// memory, and its request goes to no server: `httputil.DumpRequestOut` records a request in this way. False if Dial gives no connection.
func throughMemory(transport *http.Transport, request *http.Request) (*http.Response, bool, error) {
	// The successor of this field is not asked, because it dials in nearly all transports.
	if transport.Dial == nil { //nolint:staticcheck // DumpRequestOut sets it.
		return nil, false, nil
	}
	connection, err := transport.Dial("tcp", request.URL.Host) //nolint:staticcheck // as above
	if err != nil {
		// The host sends the request.
		return nil, false, nil
	}
	sent := request.Clone(request.Context())
	if !transport.DisableCompression && sent.Header.Get("Accept-Encoding") == "" && sent.Header.Get("Range") == "" && sent.Method != http.MethodHead {
		sent.Header.Set("Accept-Encoding", "gzip")
	}
	if err := sent.Write(connection); err != nil {
		_ = connection.Close()
		return nil, true, err
	}
	response, err := http.ReadResponse(bufio.NewReader(connection), request)
	return response, true, err
}
