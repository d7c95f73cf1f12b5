//go:build wasip1

// Package nethttp sends the requests of `net/http` through the host, which grants and judges them.
//
// The build adds an import of this package if the provider uses `net/http`, and a line to the standard library's Transport, so that each
// transport comes here: the default, copies of it, and transports of libraries.
package nethttp

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/pulumi-wasm/pulumi-wasm/guest-sdk/go/wasm/host"

	"github.com/pulumi/pulumi-go-provider/guest"
)

func init() {
	http.HostRoundTrip = roundTrip
	guest.Shown = shown
}

// shown gives the text of an error, with the address of a request without its query.
func shown(err error) string {
	text := err.Error()
	var failed *url.Error
	if errors.As(err, &failed) {
		if plain, _, ok := strings.Cut(failed.URL, "?"); ok {
			text = strings.ReplaceAll(text, failed.URL, plain)
		}
	}
	return text
}

func roundTrip(transport *http.Transport, request *http.Request) (*http.Response, error) {
	if request.URL == nil || request.URL.Host == "" {
		closeBody(request)
		return nil, errors.New("http: no Host in request URL")
	}
	if OnConnection != nil {
		if response, isSent, err := OnConnection(transport, request); isSent {
			return response, err
		}
	}
	sent := &guest.Request{Method: request.Method, URL: address(request.URL)}
	if sent.Method == "" {
		sent.Method = http.MethodGet
	}
	contentType, isGRPC := asWebType(request.Header.Get("Content-Type"))
	if isGRPC {
		sent.Headers = append(sent.Headers, guest.Header{Name: "Content-Type", Value: contentType}, guest.Header{Name: "X-Grpc-Web", Value: "1"})
	}
	for name, values := range request.Header {
		if isOfConnection(name) || isGRPC && leftOutOfWeb(name) {
			continue
		}
		for _, value := range values {
			sent.Headers = append(sent.Headers, guest.Header{Name: name, Value: value})
		}
	}
	if user := request.URL.User; user != nil && request.Header.Get("Authorization") == "" {
		password, _ := user.Password()
		authorized := &http.Request{Header: http.Header{}}
		authorized.SetBasicAuth(user.Username(), password)
		sent.Headers = append(sent.Headers, guest.Header{Name: "Authorization", Value: authorized.Header.Get("Authorization")})
	}
	body, hasBody, err := readBody(request)
	if err != nil {
		return nil, err
	}
	sent.Body, sent.HasBody = body, hasBody
	for _, ctx := range []context.Context{request.Context(), guest.RunningContext()} {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if deadline, ok := ctx.Deadline(); ok {
			if left := max(time.Until(deadline), time.Millisecond); sent.Timeout == 0 || left < sent.Timeout {
				sent.Timeout = left
			}
		}
	}
	sent.Backoff = host.BackoffOf(request.Context())
	received, err := guest.Fetch(sent)
	if err != nil {
		return nil, err
	}
	response := &http.Response{
		StatusCode: received.Status,
		Status:     status(received.Status),
		Proto:      "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header:        http.Header{},
		Body:          io.NopCloser(bytes.NewReader(received.Body)),
		ContentLength: int64(len(received.Body)),
		Request:       request,
	}
	for _, header := range received.Headers {
		response.Header.Add(header.Name, header.Value)
	}
	if isGRPC {
		var messages []byte
		messages, response.Trailer = fromWeb(response.Header, received.Body)
		response.Body, response.ContentLength = io.NopCloser(bytes.NewReader(messages)), int64(len(messages))
	}
	if request.Method == http.MethodHead {
		response.Body, response.ContentLength = http.NoBody, namedLength(response.Header)
	}
	return response, nil
}

// address gives the URL without user and fragment.
func address(of *url.URL) string {
	plain := *of
	plain.User, plain.Fragment, plain.RawFragment = nil, "", ""
	if plain.Path == "" {
		plain.Path = "/"
	}
	return plain.String()
}

func status(code int) string {
	return strings.TrimSpace(strconv.Itoa(code) + " " + http.StatusText(code))
}
