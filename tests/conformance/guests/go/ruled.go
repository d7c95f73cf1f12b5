package main

import (
	"context"

	"github.com/pulumi-wasm/pulumi-wasm/guest-sdk/go/wasm"
	"github.com/pulumi/pulumi-go-provider/infer"
)

type Ruled struct{}

type RuledArgs struct {
	Level    *int              `pulumi:"level,optional" wasm:"minimum=0,maximum=10"`
	Share    *float64          `pulumi:"share,optional" wasm:"exclusiveMinimum=0,exclusiveMaximum=1"`
	Step     *int              `pulumi:"step,optional" wasm:"multipleOf=5"`
	Short    *string           `pulumi:"short,optional" wasm:"minLength=2,maxLength=4"`
	Word     *string           `pulumi:"word,optional" wasm:"pattern='^[a-z]+$',patternReason=must be small letters"`
	Host     *string           `pulumi:"host,optional" wasm:"format=hostname"`
	Tags     []string          `pulumi:"tags,optional" wasm:"minItems=1,maxItems=2,uniqueItems,items.minLength=1"`
	Extras   map[string]string `pulumi:"extras,optional" wasm:"maxProperties=1,keyPattern='^x-'"`
	Password *string           `pulumi:"password,optional" provider:"secret" wasm:"minLength=8"`
}

type RuledState struct{ RuledArgs }

func (Ruled) Create(_ context.Context, req infer.CreateRequest[RuledArgs]) (infer.CreateResponse[RuledState], error) {
	return made("ruled", RuledState{req.Inputs})
}

type Constrained struct{}

type ConstrainedArgs struct {
	Password *string `pulumi:"password,optional"`
	Key      *string `pulumi:"key,optional"`
	KeyID    *string `pulumi:"keyId,optional"`
	Mail     *string `pulumi:"mail,optional"`
	Phone    *string `pulumi:"phone,optional"`
	CopyOf   *string `pulumi:"copyOf,optional"`
	Content  *string `pulumi:"content,optional"`
	From     *string `pulumi:"from,optional"`
	Until    *string `pulumi:"until,optional"`
}

type ConstrainedState struct{ ConstrainedArgs }

func (ConstrainedArgs) Constraints() []wasm.Constraint {
	return []wasm.Constraint{
		wasm.ExactlyOneOf("password", "key"),
		wasm.AtLeastOneOf("mail", "phone"),
		wasm.Conflicts("copyOf", "content"),
		wasm.AllOrNone("from", "until"),
		wasm.Requires("key", "keyId"),
	}
}

func (Constrained) Create(_ context.Context, req infer.CreateRequest[ConstrainedArgs]) (infer.CreateResponse[ConstrainedState], error) {
	return made("constrained", ConstrainedState{req.Inputs})
}

func (of *Ruled) Annotate(a infer.Annotator) {
	a.Describe(of, "Each property has its own rule.")
}

func (of *RuledArgs) Annotate(a infer.Annotator) {
	a.Describe(&of.Level, "From 0 to 10.")
	a.Describe(&of.Share, "Between 0 and 1, without them.")
	a.Describe(&of.Step, "A multiple of 5.")
	a.Describe(&of.Short, "Two to four characters.")
	a.Describe(&of.Word, "Small letters.")
	a.Describe(&of.Host, "A host.")
	a.Describe(&of.Tags, "One or two, none twice.")
	a.Describe(&of.Extras, "At most one, with a key that begins with `x-`.")
	a.Describe(&of.Password, "Secret, and still has a rule.")
}

func (of *Constrained) Annotate(a infer.Annotator) {
	a.Describe(of, "Some properties require or exclude others.")
}

func (of *ConstrainedArgs) Annotate(a infer.Annotator) {
	a.Describe(&of.Password, "One way in.")
	a.Describe(&of.Key, "The other way in.")
	a.Describe(&of.KeyID, "Which key.")
	a.Describe(&of.Mail, "An address.")
	a.Describe(&of.Phone, "A number.")
	a.Describe(&of.CopyOf, "Another one.")
	a.Describe(&of.Content, "Its contents.")
	a.Describe(&of.From, "The beginning.")
	a.Describe(&of.Until, "The end.")
}
