package config

import "github.com/pulumi/pulumi/sdk/v3/go/pulumi"

// Get gives a text, or the zero value if the key is missing.
func (config *Config) Get(key string) string {
	value, _ := config.Try(key)
	return value
}

// Require gives a text. It panics if the key is missing.
func (config *Config) Require(key string) string { return required(config.Try(key)) }

// Try gives a text, and fails if the key is missing.
func (config *Config) Try(key string) (string, error) { return tried(config, key, text) }

// GetSecret is Get for a value that is a secret from then on.
func (config *Config) GetSecret(key string) pulumi.StringOutput {
	return secret[pulumi.StringOutput](config.Get(key))
}

// RequireSecret is Require for a value that is a secret from then on.
func (config *Config) RequireSecret(key string) pulumi.StringOutput {
	return secret[pulumi.StringOutput](config.Require(key))
}

// TrySecret is Try for a value that is a secret from then on.
func (config *Config) TrySecret(key string) (pulumi.StringOutput, error) {
	return trySecret[pulumi.StringOutput](config.Try(key))
}

// GetBool gives a boolean, or the zero value if the key is missing or the value is of another type.
func (config *Config) GetBool(key string) bool {
	value, _ := config.TryBool(key)
	return value
}

// RequireBool gives a boolean. It panics if the key is missing.
func (config *Config) RequireBool(key string) bool { return required(config.TryBool(key)) }

// TryBool gives a boolean, and fails if the key is missing.
func (config *Config) TryBool(key string) (bool, error) { return tried(config, key, parseBool) }

// GetSecretBool is GetBool for a value that is a secret from then on.
func (config *Config) GetSecretBool(key string) pulumi.BoolOutput {
	return secret[pulumi.BoolOutput](config.GetBool(key))
}

// RequireSecretBool is RequireBool for a value that is a secret from then on.
func (config *Config) RequireSecretBool(key string) pulumi.BoolOutput {
	return secret[pulumi.BoolOutput](config.RequireBool(key))
}

// TrySecretBool is TryBool for a value that is a secret from then on.
func (config *Config) TrySecretBool(key string) (pulumi.BoolOutput, error) {
	return trySecret[pulumi.BoolOutput](config.TryBool(key))
}

// GetFloat64 gives a number, or the zero value if the key is missing or the value is of another type.
func (config *Config) GetFloat64(key string) float64 {
	value, _ := config.TryFloat64(key)
	return value
}

// RequireFloat64 gives a number. It panics if the key is missing.
func (config *Config) RequireFloat64(key string) float64 { return required(config.TryFloat64(key)) }

// TryFloat64 gives a number, and fails if the key is missing.
func (config *Config) TryFloat64(key string) (float64, error) {
	return tried(config, key, parseFloat64)
}

// GetSecretFloat64 is GetFloat64 for a value that is a secret from then on.
func (config *Config) GetSecretFloat64(key string) pulumi.Float64Output {
	return secret[pulumi.Float64Output](config.GetFloat64(key))
}

// RequireSecretFloat64 is RequireFloat64 for a value that is a secret from then on.
func (config *Config) RequireSecretFloat64(key string) pulumi.Float64Output {
	return secret[pulumi.Float64Output](config.RequireFloat64(key))
}

// TrySecretFloat64 is TryFloat64 for a value that is a secret from then on.
func (config *Config) TrySecretFloat64(key string) (pulumi.Float64Output, error) {
	return trySecret[pulumi.Float64Output](config.TryFloat64(key))
}

// GetInt gives a whole number, or the zero value if the key is missing or the value is of another type.
func (config *Config) GetInt(key string) int {
	value, _ := config.TryInt(key)
	return value
}

// RequireInt gives a whole number. It panics if the key is missing.
func (config *Config) RequireInt(key string) int { return required(config.TryInt(key)) }

// TryInt gives a whole number, and fails if the key is missing.
func (config *Config) TryInt(key string) (int, error) { return tried(config, key, parseInt) }

// GetSecretInt is GetInt for a value that is a secret from then on.
func (config *Config) GetSecretInt(key string) pulumi.IntOutput {
	return secret[pulumi.IntOutput](config.GetInt(key))
}

// RequireSecretInt is RequireInt for a value that is a secret from then on.
func (config *Config) RequireSecretInt(key string) pulumi.IntOutput {
	return secret[pulumi.IntOutput](config.RequireInt(key))
}

// TrySecretInt is TryInt for a value that is a secret from then on.
func (config *Config) TrySecretInt(key string) (pulumi.IntOutput, error) {
	return trySecret[pulumi.IntOutput](config.TryInt(key))
}
