package nethttp

import (
	"bytes"
	"encoding/binary"
	"net/http"
	"net/textproto"
	"strings"
)

// gRPC has its status in trailers, which a component does not get: they come behind the body of a response, and the interface ends there. gRPC-Web
// has the same messages, and its trailers are the last message of the body. So a request of gRPC that goes through `net/http`, such as by
// connectrpc.com/connect, is sent as a request of gRPC-Web. The server has to know both.
const (
	grpcType = "application/grpc"
	webType  = "application/grpc-web"
)

// asWebType gives the type of a request's body in gRPC-Web. False for a body that is not of gRPC.
func asWebType(contentType string) (string, bool) {
	rest, ok := behindType(contentType, grpcType)
	if !ok {
		return "", false
	}
	return webType + rest, true
}

// behindType gives the text behind the name of a type, such as `+proto`. False for a content of another type.
func behindType(contentType, name string) (string, bool) {
	rest, ok := strings.CutPrefix(contentType, name)
	return rest, ok && (rest == "" || rest[0] == '+' || rest[0] == ';')
}

// leftOutOfWeb says whether a header of gRPC does not go into a request of gRPC-Web, which has another type. Without encodings that it accepts, the
// server compresses no trailers.
func leftOutOfWeb(name string) bool {
	name = http.CanonicalHeaderKey(name)
	return name == "Content-Type" || name == "Grpc-Accept-Encoding"
}

// fromWeb makes a response of gRPC of a response of gRPC-Web: the last message becomes trailers. Other responses stay as they are.
func fromWeb(header http.Header, body []byte) (messages []byte, trailer http.Header) {
	rest, ok := behindType(header.Get("Content-Type"), webType)
	if !ok {
		return body, nil
	}
	header.Set("Content-Type", grpcType+rest)
	const prefix, isTrailer = 5, 0x80
	for at := 0; len(body)-at >= prefix; {
		size := uint64(binary.BigEndian.Uint32(body[at+1:]))
		if size > uint64(len(body)-at-prefix) {
			break
		}
		end := at + prefix + int(size)
		if body[at] == isTrailer {
			return body[:at], trailersOf(body[at+prefix : end])
		}
		at = end
	}
	return body, nil
}

// trailersOf reads lines such as `grpc-status: 0`.
func trailersOf(lines []byte) http.Header {
	trailer := http.Header{}
	for line := range bytes.Lines(lines) {
		name, value, ok := strings.Cut(string(line), ":")
		if ok {
			trailer.Add(textproto.TrimString(name), textproto.TrimString(value))
		}
	}
	return trailer
}
