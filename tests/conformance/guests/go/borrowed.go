package main

import (
	"context"
	"io"
	"net/http"
	"strings"

	"github.com/hashicorp/go-cleanhttp"
	"github.com/pulumi/pulumi-go-provider/infer"
)

type Borrowed struct{}

type BorrowedArgs struct {
	URL     string `pulumi:"url"`
	Library int    `pulumi:"library"`
	Body    string `pulumi:"body"`
}

type BorrowedState struct {
	BorrowedArgs
	Status int    `pulumi:"status"`
	Answer string `pulumi:"answer"`
}

func (Borrowed) Create(ctx context.Context, req infer.CreateRequest[BorrowedArgs]) (infer.CreateResponse[BorrowedState], error) {
	state := BorrowedState{BorrowedArgs: req.Inputs}
	client := http.DefaultClient
	switch req.Inputs.Library {
	case 1:
		client = &http.Client{Transport: &http.Transport{MaxIdleConns: 4, ForceAttemptHTTP2: true}}
	case 2:
		client = cleanhttp.DefaultPooledClient()
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPut, req.Inputs.URL, strings.NewReader(req.Inputs.Body))
	if err != nil {
		return infer.CreateResponse[BorrowedState]{}, err
	}
	request.Header.Set("content-type", "application/json")
	request.Header.Set("x-question", "what")
	response, err := client.Do(request)
	if err != nil {
		return infer.CreateResponse[BorrowedState]{}, err
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	state.Status, state.Answer = response.StatusCode, string(answer)
	return infer.CreateResponse[BorrowedState]{ID: "borrowed", Output: state}, err
}

func (of *Borrowed) Annotate(a infer.Annotator) {
	a.Describe(of, "Is what a server says to a library.")
}

func (of *BorrowedArgs) Annotate(a infer.Annotator) {
	a.Describe(&of.URL, "The address.")
	a.Describe(&of.Library, "Which library of the language sends.")
	a.Describe(&of.Body, "A text to send.")
}

func (of *BorrowedState) Annotate(a infer.Annotator) {
	a.Describe(&of.Status, "The answer's status.")
	a.Describe(&of.Answer, "The answer's text.")
}
