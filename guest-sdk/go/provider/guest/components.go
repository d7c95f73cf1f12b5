//go:build wasip1 && pulumi_wasm_components

package guest

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/tokens"
	"github.com/pulumi/pulumi/sdk/v3/go/graph"
	"github.com/pulumi/pulumi/sdk/v3/go/property"

	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi-go-provider/internal/call"
	"github.com/pulumi/pulumi-go-provider/internal/jsontext"
)

// The build compiles this file into programs with component resources. Other components lack the interface.

//go:wasmimport pulumi-wasm:provider/deployment@0.1.0 register
func deploymentRegister(session, kind, token, tokenLength, name, nameLength, inputs, inputsLength, options, optionsLength,
	position, positionLength, extra, extraLength, result uint32)

//go:wasmimport pulumi-wasm:provider/deployment@0.1.0 register-outputs
func deploymentRegisterOutputs(session, node, outputs, outputsLength, extra, extraLength, result uint32)

//go:wasmimport pulumi-wasm:provider/deployment@0.1.0 look-up
func deploymentLookUp(session, kind, kindLength, token, tokenLength, name, nameLength, arguments, argumentsLength, options,
	optionsLength, position, positionLength, extra, extraLength, result uint32)

//go:wasmimport pulumi-wasm:provider/deployment@0.1.0 apply
func deploymentApply(session, source, sourceLength, callback, position, positionLength, extra, extraLength, result uint32)

func init() {
	graph.Recovered = func(value any) error {
		if err, ok := value.(error); ok {
			var stopped graph.Stopped
			if errors.As(err, &stopped) {
				return stopped.Err
			}
		}
		return &crash{fmt.Sprintf("panic: %v%s", value, frames())}
	}
}

// deployment is the host's graph.
type deployment struct{}

// node reads the number of a node, or the error of a declaration.
func node(declare func(at uint32)) (uint32, error) {
	from, err := result(declare)
	if err != nil {
		return 0, ofDeclaration(err)
	}
	return from.number(), nil
}

// ofDeclaration gives the error of a declaration. The properties of a child that are wrong are not inputs of the component.
func ofDeclaration(err error) error {
	var fromHost *hostError
	if !errors.As(err, &fromHost) || fromHost.which != caseInvalid {
		return err
	}
	var reasons []string
	for _, failure := range fromHost.failures {
		if failure.property == "" {
			reasons = append(reasons, failure.reason)
		} else {
			reasons = append(reasons, failure.property+": "+failure.reason)
		}
	}
	return errors.New(strings.Join(reasons, "; "))
}

func (deployment) Register(session uint32, registration graph.Registration) (uint32, error) {
	inputs, err := jsontext.Write(registration.Inputs)
	if err != nil {
		return 0, err
	}
	options, err := jsontext.Write(registration.Options)
	if err != nil {
		return 0, err
	}
	before := mark()
	defer release(before)
	token, tokenLength := texts(registration.Token)
	name, nameLength := texts(registration.Name)
	given, givenLength := texts(inputs)
	option, optionLength := texts(options)
	position, positionLength := texts(registration.Position)
	extra, extraLength := texts("{}")
	return node(func(result uint32) {
		deploymentRegister(session, uint32(registration.Kind), token, tokenLength, name, nameLength, given, givenLength,
			option, optionLength, position, positionLength, extra, extraLength, result)
	})
}

func (deployment) RegisterOutputs(session, group uint32, outputs property.Map) error {
	text, err := jsontext.Write(outputs)
	if err != nil {
		return err
	}
	before := mark()
	defer release(before)
	start, length := texts(text)
	extra, extraLength := texts("{}")
	_, err = node(func(result uint32) {
		deploymentRegisterOutputs(session, group, start, length, extra, extraLength, result)
	})
	return err
}

func (deployment) LookUp(session uint32, query graph.Query) (uint32, error) {
	arguments, err := jsontext.Write(query.Arguments)
	if err != nil {
		return 0, err
	}
	options, err := jsontext.Write(query.Options)
	if err != nil {
		return 0, err
	}
	before := mark()
	defer release(before)
	kind, kindLength := texts(query.Kind)
	token, tokenLength := texts(query.Token)
	name, nameLength := texts(query.Name)
	given, givenLength := texts(arguments)
	option, optionLength := texts(options)
	position, positionLength := texts(query.Position)
	extra, extraLength := texts("{}")
	return node(func(result uint32) {
		deploymentLookUp(session, kind, kindLength, token, tokenLength, name, nameLength, given, givenLength, option, optionLength,
			position, positionLength, extra, extraLength, result)
	})
}

func (deployment) Apply(session uint32, source property.Value, callback uint32, position string) (uint32, error) {
	text, err := jsontext.WriteValue(source)
	if err != nil {
		return 0, err
	}
	before := mark()
	defer release(before)
	start, length := texts(text)
	place, placeLength := texts(position)
	extra, extraLength := texts("{}")
	return node(func(result uint32) {
		deploymentApply(session, start, length, callback, place, placeLength, extra, extraLength, result)
	})
}

//go:wasmexport pulumi-wasm:provider/components@0.1.0#construct
func construct(at uint32) uint32 {
	return called(at, func(ctx context.Context, request *request) (string, error) {
		session := graph.Open(request.number(), deployment{})
		asked := p.ConstructRequest{Urn: request.resource(), Inputs: request.object()}
		call.From(ctx).Options = request.object()
		if request.err != nil {
			return "", request.err
		}
		outputs, err := session.Run(ctx, func() (property.Value, error) {
			response, err := served().Construct(ctx, asked)
			return property.New(response.State), err
		})
		if err != nil {
			return "", err
		}
		return outputsOf(outputs, request.token)
	}, func(to *writer, outputs string) {
		to.text(outputs)
		to.text("{}")
	})
}

// outputsOf gives the outputs of a component. While its function waits they are parts of the result that it will have.
func outputsOf(outputs property.Value, token string) (string, error) {
	node, _, ok := graph.NodeOf(outputs)
	if !ok {
		return jsontext.Write(outputs.AsMap())
	}
	members := map[string]property.Value{}
	for _, name := range served().Inferred.Outputs(token) {
		members[name] = graph.Member(node, name)
	}
	return jsontext.Write(property.NewMap(members))
}

//go:wasmexport pulumi-wasm:provider/components@0.1.0#call-method
func callMethod(at uint32) uint32 {
	return called(at, func(ctx context.Context, request *request) (judged, error) {
		session := graph.Open(request.number(), deployment{})
		self, err := jsontext.ParseValue(request.text())
		asked := p.CallRequest{Tok: tokens.ModuleMember(request.token), Args: request.object().Set("__self__", self)}
		if err == nil {
			err = request.err
		}
		if err != nil {
			return judged{}, err
		}
		var failures []p.CheckFailure
		results, err := session.Run(ctx, func() (property.Value, error) {
			response, err := served().Call(ctx, asked)
			failures = response.Failures
			return property.New(response.Return), err
		})
		if err != nil {
			return judged{}, err
		}
		text, err := outputsOf(results, request.token)
		return judged{text, failuresOf(failures)}, err
	}, writeJudged)
}

//go:wasmexport pulumi-wasm:provider/components@0.1.0#run-callback
func runCallback(at uint32) uint32 {
	return called(at, func(ctx context.Context, request *request) (string, error) {
		number, callback, kind := request.number(), request.number(), request.text()
		argument, err := jsontext.ParseValue(request.text())
		if err != nil {
			return "", err
		}
		if kind != "apply" && kind != "transform" && kind != "hook" {
			return "", fmt.Errorf("callbacks of the kind `%s` are not known to this component: %w", kind, errors.ErrUnsupported)
		}
		session := graph.Find(number)
		if session == nil {
			return "", fmt.Errorf("the session %d is not open", number)
		}
		result, err := session.Call(ctx, callback, argument)
		if err != nil {
			return "", err
		}
		return jsontext.WriteValue(result)
	}, func(to *writer, result string) {
		to.text(result)
		to.text("{}")
	})
}

//go:wasmexport pulumi-wasm:provider/components@0.1.0#close
func closeSession(number, _, _ uint32) uint32 {
	return answer(func() (none, error) {
		graph.Close(number)
		return none{}, nil
	}, nothing)
}
