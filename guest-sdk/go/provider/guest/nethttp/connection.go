package nethttp

import "net/http"

// OnConnection sends a request on the connection that the transport's Dial gives. False if Dial gives no connection. Package dial sets it in the
// components that need it.
var OnConnection func(*http.Transport, *http.Request) (*http.Response, bool, error)
