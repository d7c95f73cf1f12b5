package nethttp

import (
	"fmt"
	"io"
	"net/http"
	"strconv"
)

// readBody reads and closes the body of a request. False if the request has no body.
//
// A body of another length than the request says is an error, as in Go's own transport: it was read before, such as by a transport that sends a
// copy of the request again.
func readBody(request *http.Request) (body []byte, hasBody bool, err error) {
	if request.Body == nil || request.Body == http.NoBody {
		return nil, false, nil
	}
	body, err = io.ReadAll(request.Body)
	closeBody(request)
	if err != nil {
		return nil, false, err
	}
	// A length of 0 or -1 is not known.
	if said := request.ContentLength; said > 0 && said != int64(len(body)) {
		return nil, false, fmt.Errorf("http: ContentLength=%d with Body length %d", said, len(body))
	}
	return body, true, nil
}

func closeBody(request *http.Request) {
	if request.Body != nil {
		request.Body.Close()
	}
}

// namedLength gives the length of the content that the answer to a HEAD names. -1 if it names none, as in Go's own transport.
func namedLength(header http.Header) int64 {
	length, err := strconv.ParseInt(header.Get("Content-Length"), 10, 64)
	if err != nil || length < 0 {
		return -1
	}
	return length
}
