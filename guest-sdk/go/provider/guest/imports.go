//go:build wasip1

package guest

import (
	"os"
	"time"

	"github.com/pulumi-wasm/pulumi-wasm/guest-sdk/go/wasm/host"
)

//go:wasmimport pulumi-wasm:provider/log@0.1.0 emit
func logEmit(severity uint32, message, messageLength uint32, ephemeral uint32, extra, extraLength uint32)

//go:wasmimport pulumi-wasm:provider/env@0.1.0 get
func envGet(name, nameLength, result uint32)

//go:wasmimport pulumi-wasm:provider/http@0.1.0 fetch
func httpFetch(request, result uint32)

// texts gives a string in the memory that the host reads.
func texts(value string) (start, length uint32) {
	to := record(8)
	at := to.at
	to.text(value)
	from := reader{at}
	return from.number(), from.number()
}

// The severities of `log.severity`, in its order.
const (
	logDebug = iota
	logInfo
	logWarning
	logError
)

// emit shows a message.
func emit(severity uint32, message string, isStatus bool) {
	before := mark()
	defer release(before)
	start, length := texts(message)
	extra, extraLength := texts("{}")
	ephemeral := uint32(0)
	if isStatus {
		ephemeral = 1
	}
	logEmit(severity, start, length, ephemeral, extra, extraLength)
}

// The build adds HostEnvironment to the package `os`, so that `os.Getenv` comes here.
func init() { os.HostEnvironment = environment }

// environment gives a variable that was granted. A variable that was not granted is absent, and so is each variable outside of calls.
func environment(name string) (string, bool) {
	if running == nil {
		return "", false
	}
	before := mark()
	defer release(before)
	start, length := texts(name)
	from, err := result(func(at uint32) { envGet(start, length, at) })
	if err != nil {
		return "", false
	}
	return from.optional()
}

// Header is a line of a request's or response's head.
type Header struct{ Name, Value string }

// Request is an HTTP request.
type Request struct {
	Method, URL string
	Headers     []Header
	// Body is nil for a request without a body.
	Body    []byte
	HasBody bool
	// Timeout is 0 for the call's own deadline.
	Timeout time.Duration
	// Backoff is nil for a request that is sent once.
	Backoff *host.Backoff
}

// Response is the answer to a Request.
type Response struct {
	Status  int
	URL     string
	Headers []Header
	Body    []byte
}

const (
	sizeOfHeader  = 16
	sizeOfRequest = 128
)

// Fetch sends a request. It does not follow redirects.
func Fetch(request *Request) (*Response, error) {
	before := mark()
	defer release(before)
	to := record(sizeOfRequest)
	start := to.address()
	to.text(request.Method)
	to.text(request.URL)
	list(to, request.Headers, sizeOfHeader, func(to *writer, header Header) {
		to.text(header.Name)
		to.text(header.Value)
	})
	// The content may hold a number of 64 bits, so it is aligned to 8.
	to.align(8)
	to.flag(request.HasBody)
	to.align(8)
	contentStart := to.at
	if request.HasBody {
		put(to, byte(1)) // bytes
		to.align(8)
		to.bytes(request.Body)
	}
	to.at = contentStart + 16
	to.number(uint32(request.Timeout.Milliseconds()))
	to.number(0) // redirects
	to.align(8)
	to.flag(request.Backoff != nil)
	to.align(8)
	afterBackoff := to.at + sizeOfBackoff
	if request.Backoff != nil {
		writeBackoff(to, *request.Backoff)
	}
	to.at = afterBackoff
	to.text("{}")
	from, err := result(func(at uint32) { httpFetch(start, at) })
	if err != nil {
		return nil, err
	}
	response := &Response{Status: int(read[uint16](&from))}
	response.URL = from.text()
	headers, count := from.number(), from.number()
	for index := range count {
		inner := reader{uintptr(headers) + uintptr(index)*sizeOfHeader}
		response.Headers = append(response.Headers, Header{inner.text(), inner.text()})
	}
	from.align(4)
	from.byte() // a text and bytes are laid out alike
	from.align(4)
	response.Body = from.bytes()
	return response, nil
}
