package nethttp

import (
	"net/http"
	"testing"
)

func TestTheTypeOfABodyOfGRPCBecomesThatOfGRPCWeb(t *testing.T) {
	for given, wanted := range map[string]string{
		"application/grpc":               "application/grpc-web",
		"application/grpc+proto":         "application/grpc-web+proto",
		"application/grpc;charset=utf-8": "application/grpc-web;charset=utf-8",
		"application/grpc-web+proto":     "",
		"application/grpcx":              "",
		"application/proto":              "",
		"":                               "",
	} {
		found, ok := asWebType(given)
		if found != wanted || ok != (wanted != "") {
			t.Errorf("%q becomes %q (%v)", given, found, ok)
		}
	}
}

func TestTheLastMessageOfGRPCWebBecomesTrailers(t *testing.T) {
	trailers := "grpc-status: 5\r\ngrpc-message:not found: x\r\n"
	message := "\x00\x00\x00\x00\x02hi"
	header := http.Header{"Content-Type": {"application/grpc-web+proto"}}
	body, trailer := fromWeb(header, []byte(message+message+"\x80\x00\x00\x00"+string(rune(len(trailers)))+trailers))
	if string(body) != message+message || header.Get("Content-Type") != "application/grpc+proto" {
		t.Errorf("the body is %q of %v", body, header)
	}
	if trailer.Get("Grpc-Status") != "5" || trailer.Get("Grpc-Message") != "not found: x" {
		t.Errorf("the trailers are %v", trailer)
	}
}

func TestOtherAndDamagedBodiesStayAsTheyAre(t *testing.T) {
	for _, given := range []struct{ contentType, body string }{
		{"application/json", "\x80\x00\x00\x00\x00"},
		{"application/grpc-web-text", "gAAAAAA="},
		{"application/grpc-web", ""},
		{"application/grpc-web", "\x80\x00\x00"},
		{"application/grpc-web", "\x80\xff\xff\xff\xffx"},
		{"application/grpc-web", "\x00\x00\x00\x00\x05hi"},
	} {
		body, trailer := fromWeb(http.Header{"Content-Type": {given.contentType}}, []byte(given.body))
		if string(body) != given.body || trailer != nil {
			t.Errorf("%q of %s becomes %q with %v", given.body, given.contentType, body, trailer)
		}
	}
}
