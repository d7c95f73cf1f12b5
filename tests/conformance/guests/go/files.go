package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/pulumi/pulumi-go-provider/infer"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/asset"
)

type Files struct{}

type FilesArgs struct {
	Letter *resource.Asset   `pulumi:"letter,optional"`
	Goods  *resource.Archive `pulumi:"goods,optional"`
}

type FilesState struct {
	FilesArgs
	Text     *string         `pulumi:"text,optional"`
	Size     *int            `pulumi:"size,optional"`
	Contents []string        `pulumi:"contents,optional"`
	Receipt  *resource.Asset `pulumi:"receipt"`
}

func (Files) Create(_ context.Context, req infer.CreateRequest[FilesArgs]) (infer.CreateResponse[FilesState], error) {
	state := FilesState{FilesArgs: req.Inputs}
	receipt, err := asset.FromText("received")
	if err != nil {
		return infer.CreateResponse[FilesState]{}, err
	}
	state.Receipt = receipt
	if state.Letter != nil {
		blob, err := state.Letter.Read()
		if err != nil {
			return infer.CreateResponse[FilesState]{}, err
		}
		content, err := io.ReadAll(blob)
		if err != nil {
			return infer.CreateResponse[FilesState]{}, err
		}
		text, size := string(content), int(blob.Size())
		state.Text, state.Size = &text, &size
	}
	if state.Goods != nil {
		if state.Contents, err = contents(state.Goods); err != nil {
			return infer.CreateResponse[FilesState]{}, err
		}
	}
	return made("files", state)
}

func contents(of *resource.Archive) ([]string, error) {
	files, err := of.Open()
	if err != nil {
		return nil, err
	}
	defer files.Close()
	var all []string
	for {
		path, blob, err := files.Next()
		if errors.Is(err, io.EOF) {
			return all, nil
		}
		if err != nil {
			return nil, err
		}
		text, err := io.ReadAll(blob)
		if err != nil {
			return nil, err
		}
		all = append(all, fmt.Sprintf("%s: %s", path, text))
	}
}

func (of *Files) Annotate(a infer.Annotator) {
	a.Describe(of, "The contents of files.")
}

func (of *FilesArgs) Annotate(a infer.Annotator) {
	a.Describe(&of.Letter, "A file.")
	a.Describe(&of.Goods, "Several files.")
}

func (of *FilesState) Annotate(a infer.Annotator) {
	a.Describe(&of.Text, "The file's text.")
	a.Describe(&of.Size, "The file's size.")
	a.Describe(&of.Contents, "The files in the archive with their texts, in order.")
	a.Describe(&of.Receipt, "A file that the provider made.")
}
