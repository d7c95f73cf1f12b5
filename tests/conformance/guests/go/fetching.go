package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/pulumi-wasm/pulumi-wasm/guest-sdk/go/wasm"
	"github.com/pulumi/pulumi-go-provider/infer"
)

type Fetching struct{}

type FetchingArgs struct {
	URL       string            `pulumi:"url"`
	Method    *string           `pulumi:"method,optional"`
	Headers   map[string]string `pulumi:"headers,optional"`
	Body      *string           `pulumi:"body,optional"`
	JSON      any               `pulumi:"json,optional"`
	Attempts  *int              `pulumi:"attempts,optional"`
	Redirects *int              `pulumi:"redirects,optional"`
	Parts     *bool             `pulumi:"parts,optional"`
	Strict    *bool             `pulumi:"strict,optional"`
	Early     *bool             `pulumi:"early,optional"`
}

type FetchingState struct {
	URL       string            `pulumi:"url"`
	Method    string            `pulumi:"method"`
	Headers   map[string]string `pulumi:"headers,optional"`
	Body      *string           `pulumi:"body,optional"`
	JSON      any               `pulumi:"json,optional"`
	Attempts  *int              `pulumi:"attempts,optional"`
	Redirects *int              `pulumi:"redirects,optional"`
	Parts     *bool             `pulumi:"parts,optional"`
	Strict    *bool             `pulumi:"strict,optional"`
	Early     *bool             `pulumi:"early,optional"`
	Status    int               `pulumi:"status"`
	Answer    string            `pulumi:"answer"`
	Header    *string           `pulumi:"header,optional"`
	Name      *string           `pulumi:"name,optional"`
	Address   string            `pulumi:"address"`
}

func (Fetching) Create(ctx context.Context, req infer.CreateRequest[FetchingArgs]) (infer.CreateResponse[FetchingState], error) {
	args := req.Inputs
	state := FetchingState{
		URL: args.URL, Method: or(args.Method, "GET"), Headers: args.Headers, Body: args.Body, JSON: args.JSON, Attempts: args.Attempts,
		Redirects: args.Redirects, Parts: args.Parts, Strict: args.Strict, Early: args.Early,
	}
	return infer.CreateResponse[FetchingState]{ID: "fetching", Output: state}, state.fetch(ctx, &state)
}

func (Fetching) PreviewCreate(ctx context.Context, req wasm.PreviewCreateRequest[FetchingArgs]) error {
	if !or(req.Inputs.Early, false) {
		return nil
	}
	answer, _, err := ask(ctx, or(req.Inputs.Method, "GET"), req.Inputs.URL)
	req.Planned.Set("answer", answer)
	return err
}

func (Fetching) Read(ctx context.Context, req infer.ReadRequest[FetchingArgs, FetchingState]) (infer.ReadResponse[FetchingArgs, FetchingState], error) {
	found := infer.ReadResponse[FetchingArgs, FetchingState](req)
	answer, status, err := ask(ctx, req.State.Method, req.State.URL)
	if status == http.StatusNotFound {
		found.ID = ""
	}
	found.State.Answer = answer
	return found, err
}

// ask sends a request without a body.
func ask(ctx context.Context, method, url string) (answer string, status int, err error) {
	request, err := http.NewRequestWithContext(ctx, method, url, nil)
	if err != nil {
		return "", 0, err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return "", 0, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	return string(body), response.StatusCode, err
}

func (state FetchingState) fetch(ctx context.Context, into *FetchingState) error {
	var body io.Reader
	if state.Body != nil {
		body = strings.NewReader(*state.Body)
	}
	if state.JSON != nil {
		text, err := json.Marshal(state.JSON)
		if err != nil {
			return err
		}
		body = bytes.NewReader(text)
	}
	if state.Attempts != nil {
		ctx = wasm.WithBackoff(ctx, wasm.Backoff{FirstDelay: 5 * time.Millisecond, Attempts: *state.Attempts})
	}
	request, err := http.NewRequestWithContext(ctx, state.Method, state.URL, body)
	if err != nil {
		return err
	}
	for name, value := range state.Headers {
		request.Header.Set(name, value)
	}
	if state.JSON != nil {
		request.Header.Set("content-type", "application/json")
	}
	client := &http.Client{CheckRedirect: func(_ *http.Request, via []*http.Request) error {
		if len(via) > or(state.Redirects, 0) {
			return http.ErrUseLastResponse
		}
		return nil
	}}
	response, err := client.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	answer, err := read(response.Body, or(state.Parts, false))
	if err != nil {
		return err
	}
	if or(state.Strict, false) {
		if err := wasm.StatusError(response.StatusCode, answer); err != nil {
			return err
		}
	}
	into.Status, into.Answer, into.Address = response.StatusCode, answer, response.Request.URL.String()
	if header := response.Header.Get("X-Answer"); header != "" {
		into.Header = &header
	}
	if strings.HasPrefix(response.Header.Get("content-type"), "application/json") {
		var named struct{ Name string }
		err = json.Unmarshal([]byte(answer), &named)
		into.Name = &named.Name
	}
	return err
}

// read reads a text, as a whole or four bytes at a time.
func read(from io.Reader, inParts bool) (string, error) {
	if !inParts {
		text, err := io.ReadAll(from)
		return string(text), err
	}
	var text []byte
	for {
		part := make([]byte, 4)
		count, err := from.Read(part)
		text = append(text, part[:count]...)
		if errors.Is(err, io.EOF) {
			return string(text), nil
		}
		if err != nil {
			return "", err
		}
	}
}

func (of *Fetching) Annotate(a infer.Annotator) {
	a.Describe(of, "Has the response of a server as its outputs.")
}

func (of *FetchingArgs) Annotate(a infer.Annotator) {
	a.Describe(&of.URL, "The address.")
	a.Describe(&of.Method, "The method.")
	a.SetDefault(&of.Method, "GET")
	a.Describe(&of.Headers, "Headers of the request.")
	a.Describe(&of.Body, "A text to send.")
	a.Describe(&of.JSON, "A value to send as JSON.")
	a.Describe(&of.Attempts, "The largest number of attempts.")
	a.Describe(&of.Redirects, "The largest number of redirects to follow.")
	a.Describe(&of.Parts, "Whether the answer is read in parts of four bytes.")
	a.Describe(&of.Strict, "Whether a status of 400 and above is an error.")
	a.Describe(&of.Early, "Whether previews fetch too.")
}

func (of *FetchingState) Annotate(a infer.Annotator) {
	a.Describe(&of.URL, "The address.")
	a.Describe(&of.Method, "The method.")
	a.Describe(&of.Headers, "Headers of the request.")
	a.Describe(&of.Body, "A text to send.")
	a.Describe(&of.JSON, "A value to send as JSON.")
	a.Describe(&of.Attempts, "The largest number of attempts.")
	a.Describe(&of.Redirects, "The largest number of redirects to follow.")
	a.Describe(&of.Parts, "Whether the answer is read in parts of four bytes.")
	a.Describe(&of.Strict, "Whether a status of 400 and above is an error.")
	a.Describe(&of.Early, "Whether previews fetch too.")
	a.Describe(&of.Status, "The answer's status.")
	a.Describe(&of.Answer, "The answer's text.")
	a.Describe(&of.Header, "The answer's header `x-answer`.")
	a.Describe(&of.Name, "The member `name` of an answer that is JSON.")
	a.Describe(&of.Address, "The address that answered.")
}
