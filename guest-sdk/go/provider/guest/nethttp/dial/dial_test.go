package dial

import (
	"bufio"
	"errors"
	"net"
	"net/http"
	"strings"
	"testing"
)

func TestARequestOnAConnectionInMemoryIsNotSentByTheHost(t *testing.T) {
	received := make(chan string, 1)
	transport := &http.Transport{Dial: func(_, address string) (net.Conn, error) {
		ours, theirs := net.Pipe()
		go func() {
			request, err := http.ReadRequest(bufio.NewReader(theirs))
			if err == nil {
				received <- address + " " + request.Method + " " + request.Header.Get("Accept-Encoding")
			}
			_, _ = theirs.Write([]byte("HTTP/1.1 204 No Content\r\n\r\n"))
		}()
		return ours, nil
	}}
	request, err := http.NewRequest(http.MethodPost, "http://acme.example/things", strings.NewReader("new"))
	if err != nil {
		t.Fatal(err)
	}
	response, isSent, err := throughMemory(transport, request)
	if err != nil || !isSent || response.StatusCode != http.StatusNoContent {
		t.Fatalf("%v %v %v", response, isSent, err)
	}
	if got := <-received; got != "acme.example POST gzip" {
		t.Errorf("the connection has %q", got)
	}
}

func TestTheHostSendsRequestsOfTransportsThatCannotDial(t *testing.T) {
	request, err := http.NewRequest(http.MethodGet, "http://acme.example/", nil)
	if err != nil {
		t.Fatal(err)
	}
	fails := func(string, string) (net.Conn, error) { return nil, errors.New("no sockets") }
	for _, transport := range []*http.Transport{{}, {Dial: fails}} {
		if _, isSent, err := throughMemory(transport, request); isSent || err != nil {
			t.Errorf("sent: %v, %v", isSent, err)
		}
	}
}
