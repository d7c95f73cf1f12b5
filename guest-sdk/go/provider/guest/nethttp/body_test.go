package nethttp

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestABodyThatWasReadBeforeIsNotSentAgain(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	defer server.Close()
	request, err := http.NewRequest(http.MethodPost, server.URL, strings.NewReader("hello"))
	if err != nil {
		t.Fatal(err)
	}
	body, hasBody, err := readBody(request.Clone(t.Context()))
	if string(body) != "hello" || !hasBody || err != nil {
		t.Fatalf("the body is %q (%v)", body, err)
	}
	_, _, err = readBody(request.Clone(t.Context()))
	// Go's own transport says the same.
	_, wanted := http.DefaultTransport.RoundTrip(request.Clone(t.Context()))
	if err == nil || wanted == nil || err.Error() != wanted.Error() {
		t.Errorf("the error is %v, and Go's is %v", err, wanted)
	}
}

func TestABodyOfUnknownLengthIsRead(t *testing.T) {
	for _, given := range []struct {
		body    io.Reader
		content string
		hasBody bool
	}{{io.MultiReader(strings.NewReader("a"), strings.NewReader("b")), "ab", true}, {nil, "", false}, {http.NoBody, "", false}} {
		request, err := http.NewRequest(http.MethodPost, "http://127.0.0.1/", given.body)
		if err != nil {
			t.Fatal(err)
		}
		body, hasBody, err := readBody(request)
		if string(body) != given.content || hasBody != given.hasBody || err != nil {
			t.Errorf("the body is %q (%v, %v)", body, hasBody, err)
		}
	}
}

func TestTheAnswerToAHeadHasTheLengthThatItNames(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(response http.ResponseWriter, request *http.Request) {
		if length := request.URL.Query().Get("length"); length != "" {
			response.Header().Set("Content-Length", length)
		}
	}))
	defer server.Close()
	for _, length := range []string{"4096", "0", ""} {
		response, err := http.Head(server.URL + "?length=" + length)
		if err != nil {
			t.Fatal(err)
		}
		if found := namedLength(response.Header); found != response.ContentLength {
			t.Errorf("%q is %d, and Go says %d", length, found, response.ContentLength)
		}
	}
	if found := namedLength(http.Header{"Content-Length": {"-5"}}); found != -1 {
		t.Errorf("a negative length is %d", found)
	}
}
