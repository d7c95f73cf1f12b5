// Command program is a Pulumi program for engines whose language host runs Go alone. It registers the resources of the file
// `resources.json` beside it, in order. A text `${NAME.PATH}` is the property of a resource before.
package main

import (
	"context"
	"encoding/json"
	"io/ioutil"
	"os"
	"regexp"

	"github.com/golang/protobuf/jsonpb"
	structpb "github.com/golang/protobuf/ptypes/struct"
	pulumirpc "github.com/pulumi/pulumi/sdk/proto/go"
	"google.golang.org/grpc"
)

// The text that stands for a value that a preview does not know.
const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9"

var reference = regexp.MustCompile(`^\$\{(\w+)\.(\w+)\}$`)

type resource struct {
	Name       string                 `json:"name"`
	Type       string                 `json:"type"`
	Import     string                 `json:"import"`
	Properties map[string]interface{} `json:"properties"`
}

type program struct {
	Resources []resource             `json:"resources"`
	Outputs   map[string]interface{} `json:"outputs"`
}

func main() {
	if err := run(); err != nil {
		os.Stderr.WriteString(err.Error() + "\n")
		os.Exit(1)
	}
}

func run() error {
	text, err := ioutil.ReadFile("resources.json")
	if err != nil {
		return err
	}
	var wanted program
	if err := json.Unmarshal(text, &wanted); err != nil {
		return err
	}
	connection, err := grpc.Dial(os.Getenv("PULUMI_MONITOR"), grpc.WithInsecure())
	if err != nil {
		return err
	}
	defer connection.Close()
	monitor := pulumirpc.NewResourceMonitorClient(connection)
	stack, err := monitor.RegisterResource(context.Background(), &pulumirpc.RegisterResourceRequest{
		Type: "pulumi:pulumi:Stack",
		Name: os.Getenv("PULUMI_PROJECT") + "-" + os.Getenv("PULUMI_STACK"),
	})
	if err != nil {
		return err
	}
	known := map[string]map[string]interface{}{}
	for _, resource := range wanted.Resources {
		inputs, err := toStruct(resolve(resource.Properties, known))
		if err != nil {
			return err
		}
		request := &pulumirpc.RegisterResourceRequest{
			Type:     resource.Type,
			Name:     resource.Name,
			Parent:   stack.Urn,
			Custom:   true,
			Object:   inputs,
			ImportId: resource.Import,
		}
		registered, err := monitor.RegisterResource(context.Background(), request)
		if err != nil {
			return err
		}
		outputs, err := fromStruct(registered.Object)
		if err != nil {
			return err
		}
		outputs["id"] = registered.Id
		if registered.Id == "" {
			outputs["id"] = unknown
		}
		known[resource.Name] = outputs
	}
	outputs, err := toStruct(resolve(wanted.Outputs, known))
	if err != nil {
		return err
	}
	_, err = monitor.RegisterResourceOutputs(context.Background(), &pulumirpc.RegisterResourceOutputsRequest{
		Urn:     stack.Urn,
		Outputs: outputs,
	})
	return err
}

// resolve replaces references by the values that they stand for.
func resolve(value interface{}, known map[string]map[string]interface{}) interface{} {
	switch value := value.(type) {
	case string:
		if found := reference.FindStringSubmatch(value); found != nil {
			if of, ok := known[found[1]][found[2]]; ok {
				return of
			}
			return unknown
		}
	case []interface{}:
		for index := range value {
			value[index] = resolve(value[index], known)
		}
	case map[string]interface{}:
		for name := range value {
			value[name] = resolve(value[name], known)
		}
	}
	return value
}

func toStruct(value interface{}) (*structpb.Struct, error) {
	text, err := json.Marshal(value)
	if err != nil || string(text) == "null" {
		return &structpb.Struct{}, err
	}
	made := &structpb.Struct{}
	return made, jsonpb.UnmarshalString(string(text), made)
}

func fromStruct(value *structpb.Struct) (map[string]interface{}, error) {
	made := map[string]interface{}{}
	if value == nil {
		return made, nil
	}
	text, err := (&jsonpb.Marshaler{}).MarshalToString(value)
	if err != nil {
		return nil, err
	}
	return made, json.Unmarshal([]byte(text), &made)
}
