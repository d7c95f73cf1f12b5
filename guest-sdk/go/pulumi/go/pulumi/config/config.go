// Package config reads the configuration of packages, for component resources. A component gets only the
// configuration of its package.
package config

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

// Config reads the keys of a package.
type Config struct {
	ctx       *pulumi.Context
	namespace string
}

// New reads the keys of a package. An empty namespace stands for the project.
func New(ctx *pulumi.Context, namespace string) *Config {
	if namespace == "" {
		namespace = ctx.Project()
	}
	return &Config{ctx, namespace}
}

// of reads keys that may name their package.
func of(ctx *pulumi.Context) *Config { return &Config{ctx, ""} }

// fullKey gives a key with its package.
func (config *Config) fullKey(key string) string {
	if config.namespace != "" {
		return config.namespace + ":" + key
	}
	if strings.Contains(key, ":") {
		return key
	}
	return config.ctx.Project() + ":" + key
}

// ErrMissingVar is the error of a key without a value, for `errors.Is`.
var ErrMissingVar = missingVariable{}

type missingVariable struct{ key string }

func (missing missingVariable) Error() string {
	if missing.key == "" {
		return "a configuration value is missing"
	}
	return fmt.Sprintf("the configuration value `%s` is missing; a component learns the configuration of its own package alone", missing.key)
}

func (missing missingVariable) Is(target error) bool {
	_, ok := target.(missingVariable)
	return ok
}

// tried gives the value of a key in its type.
func tried[T any](config *Config, key string, parse func(string) (T, error)) (T, error) {
	key = config.fullKey(key)
	text, ok := config.ctx.GetConfig(key)
	if !ok {
		var none T
		return none, missingVariable{key}
	}
	value, err := parse(text)
	if err != nil {
		err = fmt.Errorf("the configuration value `%s`: %w", key, err)
	}
	return value, err
}

func required[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func secret[O pulumi.Output](value any) O { return pulumi.ToSecret(value).(O) }

func trySecret[O pulumi.Output, T any](value T, err error) (O, error) {
	if err != nil {
		var none O
		return none, err
	}
	return secret[O](value), nil
}

func text(text string) (string, error) { return text, nil }

func parseBool(text string) (bool, error) { return strconv.ParseBool(text) }

func parseFloat64(text string) (float64, error) { return strconv.ParseFloat(text, 64) }

func parseInt(text string) (int, error) { return strconv.Atoi(text) }

// GetObject fills a value from JSON. It leaves the value as it is if the key is missing.
func (config *Config) GetObject(key string, output any) error {
	err := config.TryObject(key, output)
	if _, isMissing := err.(missingVariable); isMissing {
		return nil
	}
	return err
}

// RequireObject fills a value from JSON. It panics if the key is missing.
func (config *Config) RequireObject(key string, output any) {
	required(output, config.TryObject(key, output))
}

// TryObject fills a value from JSON. It fails if the key is missing.
func (config *Config) TryObject(key string, output any) error {
	_, err := tried(config, key, func(text string) (any, error) { return nil, json.Unmarshal([]byte(text), output) })
	return err
}

// GetSecretObject is GetObject for a value that is a secret from then on. The output has the value that `output` points to.
func (config *Config) GetSecretObject(key string, output any) (pulumi.Output, error) {
	if err := config.GetObject(key, output); err != nil {
		return nil, err
	}
	return pulumi.ToSecret(output), nil
}

// RequireSecretObject is RequireObject for a value that is a secret from then on.
func (config *Config) RequireSecretObject(key string, output any) pulumi.Output {
	return required(config.TrySecretObject(key, output))
}

// TrySecretObject is TryObject for a value that is a secret from then on.
func (config *Config) TrySecretObject(key string, output any) (pulumi.Output, error) {
	if err := config.TryObject(key, output); err != nil {
		return nil, err
	}
	return pulumi.ToSecret(output), nil
}
