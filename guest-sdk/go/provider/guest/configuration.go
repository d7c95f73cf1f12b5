package guest

import (
	"context"
	"strconv"

	"github.com/pulumi/pulumi/sdk/v3/go/property"

	p "github.com/pulumi/pulumi-go-provider"
	"github.com/pulumi/pulumi-go-provider/internal/jsontext"
)

// configureRequest makes the request for Configure. The author's check comes before it, if there is one: a native plugin gets the inputs that its
// check gave, because the engine records them. The variables have these inputs too.
func configureRequest(ctx context.Context, served *p.Served, asked p.CheckRequest, isChecked bool) (p.ConfigureRequest, error) {
	config := asked.Inputs
	if isChecked {
		checked, err := served.CheckConfig(ctx, asked)
		if err != nil {
			return p.ConfigureRequest{}, err
		}
		if len(checked.Failures) == 0 {
			config = checked.Inputs
		}
	}
	variables := map[string]string{}
	for key, value := range config.All {
		if text, ok := configurationText(value); ok {
			variables[served.Name+":config:"+key] = text
		}
	}
	return p.ConfigureRequest{Variables: variables, Args: config}, nil
}

// configurationText gives a value of the configuration as engines send it to a native provider: as a text, which is JSON for lists and
// objects. False for a missing value, and for a value with an unknown part.
func configurationText(value property.Value) (string, bool) {
	switch {
	case value.IsString():
		return value.AsString(), true
	case value.IsBool():
		return strconv.FormatBool(value.AsBool()), true
	case value.IsNumber():
		return strconv.FormatFloat(value.AsNumber(), 'f', -1, 64), true
	case value.IsArray(), value.IsMap():
		return jsontext.Plain(value)
	}
	return "", false
}
