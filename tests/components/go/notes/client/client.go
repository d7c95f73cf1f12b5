// Package client talks to a server of notes. It has its own transport, as clients of vendors do.
package client

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"time"
)

// ErrGone says that a note does not exist.
var ErrGone = errors.New("there is no such note")

// Client is a client of a server.
type Client struct {
	Server, Token string
	http          *http.Client
}

// New makes a client. Its transport is a copy of the usual one.
func New(server, token string) *Client {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxIdleConns = 1
	return &Client{server, token, &http.Client{Transport: transport, Timeout: 10 * time.Second}}
}

// Note is a note.
type Note struct {
	ID   string   `json:"id,omitempty"`
	Text string   `json:"text"`
	Tags []string `json:"tags,omitempty"`
}

// Send sends a request with a note, and reads the note of the answer.
func (client *Client) Send(ctx context.Context, method, path string, note *Note) (*Note, error) {
	var body io.Reader
	if note != nil {
		text, err := json.Marshal(note)
		if err != nil {
			return nil, err
		}
		body = bytes.NewReader(text)
	}
	request, err := http.NewRequestWithContext(ctx, method, client.Server+path, body)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Authorization", "Bearer "+client.Token)
	if agent := os.Getenv("NOTES_AGENT"); agent != "" {
		request.Header.Set("User-Agent", agent)
	}
	response, err := client.http.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	switch {
	case response.StatusCode == http.StatusNotFound:
		return nil, ErrGone
	case response.StatusCode >= 300:
		return nil, fmt.Errorf("%s %s: %s", method, path, response.Status)
	case response.StatusCode == http.StatusNoContent:
		return nil, nil
	}
	var found Note
	return &found, json.NewDecoder(response.Body).Decode(&found)
}
