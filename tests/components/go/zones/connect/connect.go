// Package connect stands in for Connect's library for Go: a client sends each method as JSON by POST.
package connect

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
)

// HTTPClient sends requests.
type HTTPClient interface {
	Do(*http.Request) (*http.Response, error)
}

// ClientOption is an option of a client, which the stand-in ignores.
type ClientOption struct{}

// IdempotencyLevel says what a method changes.
type IdempotencyLevel int

// IdempotencyNoSideEffects is the level of methods that only read.
const IdempotencyNoSideEffects IdempotencyLevel = 1

// WithIdempotency declares the level of a method.
func WithIdempotency(IdempotencyLevel) ClientOption { return ClientOption{} }

// WithClientOptions joins options.
func WithClientOptions(...ClientOption) ClientOption { return ClientOption{} }

// Request is a request.
type Request[T any] struct{ Msg *T }

// Response is an answer.
type Response[T any] struct{ Msg *T }

// NewRequest makes a request.
func NewRequest[T any](message *T) *Request[T] { return &Request[T]{message} }

// Client is a client of one method.
type Client[Req, Res any] struct {
	http HTTPClient
	url  string
}

// NewClient makes a client.
func NewClient[Req, Res any](client HTTPClient, url string, _ ...ClientOption) *Client[Req, Res] {
	return &Client[Req, Res]{client, url}
}

// CallUnary sends one request, and reads one answer.
func (c *Client[Req, Res]) CallUnary(ctx context.Context, req *Request[Req]) (*Response[Res], error) {
	text, err := json.Marshal(req.Msg)
	if err != nil {
		return nil, err
	}
	request, err := http.NewRequestWithContext(ctx, "POST", c.url, bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Content-Type", "application/json")
	response, err := c.http.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: %s", c.url, response.Status)
	}
	answer := new(Res)
	return &Response[Res]{answer}, json.NewDecoder(response.Body).Decode(answer)
}
