package infer_test

import (
	"context"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/property"

	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi-go-provider/infer"
)

type LoginArgs struct {
	User  string            `pulumi:"user"`
	Note  string            `pulumi:"note,optional"`
	Words []string          `pulumi:"words,optional"`
	Tags  map[string]string `pulumi:"tags,optional"`
}

type LoginState struct {
	LoginArgs
	Session string `pulumi:"session"`
}

// Login gives its words in reverse, and nil for lists and maps without elements.
type Login struct{}

func (Login) Create(_ context.Context, req infer.CreateRequest[LoginArgs]) (infer.CreateResponse[LoginState], error) {
	state := LoginState{LoginArgs: req.Inputs, Session: "s1"}
	state.Tags, state.Words = nil, nil
	for _, word := range req.Inputs.Words {
		state.Words = append([]string{word}, state.Words...)
	}
	return infer.CreateResponse[LoginState]{ID: req.Name, Output: state}, nil
}

func (Login) WireDependencies(f infer.FieldSelector, args *LoginArgs, state *LoginState) {
	f.OutputField(&state.Session).DependsOn(f.InputField(&args.User))
}

func secret(text string) property.Value { return property.New(text).WithSecret(true) }

func created(t *testing.T, inputs map[string]property.Value) property.Map {
	t.Helper()
	provider := infer.Provider(infer.Options{Resources: []infer.InferredResource{infer.Resource(Login{})}})
	response, err := provider.Create(context.Background(), p.CreateRequest{
		Urn: "urn:pulumi:dev::test::acme:infer_test:Login::it", Properties: property.NewMap(inputs),
	})
	if err != nil {
		t.Fatal(err)
	}
	return response.Properties
}

func TestASecretOfAnInputIsOneInTheOutputOfItsNameThoughOtherOutputsAreWired(t *testing.T) {
	outputs := created(t, map[string]property.Value{"user": property.New("ada"), "note": secret("hush")})
	if !outputs.Get("note").Secret() || outputs.Get("user").Secret() || outputs.Get("session").Secret() {
		t.Errorf("the outputs are %#v", outputs)
	}
	if outputs = created(t, map[string]property.Value{"user": secret("ada")}); !outputs.Get("session").Secret() {
		t.Errorf("the outputs are %#v", outputs)
	}
}

func TestAnOutputThatEqualsItsInputKeepsTheMarksInside(t *testing.T) {
	inputs := map[string]property.Value{"user": property.New("ada"), "words": property.New([]property.Value{secret("a")})}
	if words := created(t, inputs).Get("words"); words.Secret() || !words.Equals(inputs["words"]) {
		t.Errorf("the words are %#v", words)
	}
}

func TestAnEmptyListOrMapOfTheInputsIsNotLost(t *testing.T) {
	outputs := created(t, map[string]property.Value{
		"user": property.New("ada"), "words": property.New([]property.Value{}), "tags": property.New(map[string]property.Value{}),
	})
	if !outputs.Get("words").IsArray() || !outputs.Get("tags").IsMap() {
		t.Errorf("the outputs are %#v", outputs)
	}
	if _, ok := created(t, map[string]property.Value{"user": property.New("ada")}).GetOk("words"); ok {
		t.Error("words come from nothing")
	}
}

type Conceal struct{}

type ConcealArgs struct {
	Text string `pulumi:"text"`
	Key  string `pulumi:"key,optional"`
}

type ConcealResult struct {
	Text   string `pulumi:"text"`
	Length int    `pulumi:"length"`
	Hint   string `pulumi:"hint"`
}

func (Conceal) Invoke(_ context.Context, req infer.FunctionRequest[ConcealArgs]) (infer.FunctionResponse[ConcealResult], error) {
	return infer.FunctionResponse[ConcealResult]{Output: ConcealResult{req.Input.Text, len(req.Input.Text), "none"}}, nil
}

func (Conceal) WireDependencies(f infer.FieldSelector, args *ConcealArgs, result *ConcealResult) {
	f.OutputField(&result.Length).DependsOn(f.InputField(&args.Key))
	f.OutputField(&result.Hint).AlwaysSecret()
}

func TestTheResultsOfAFunctionAreSecretsAsTheyAreWired(t *testing.T) {
	provider := infer.Provider(infer.Options{Functions: []infer.InferredFunction{infer.Function(Conceal{})}})
	answer, err := provider.Invoke(context.Background(), p.InvokeRequest{
		Token: "acme:infer_test:conceal", Args: property.NewMap(map[string]property.Value{"text": property.New("x"), "key": secret("k")}),
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, isSecret := range map[string]bool{"text": false, "length": true, "hint": true} {
		if value := answer.Return.Get(name); value.Secret() != isSecret {
			t.Errorf("%s is %#v", name, value)
		}
	}
}
