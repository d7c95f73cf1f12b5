package config

import "github.com/pulumi/pulumi/sdk/v3/go/pulumi"

// Get is the method of Config for a key of the project or, with its package, of any package.
func Get(ctx *pulumi.Context, key string) string { return of(ctx).Get(key) }

// Require is the method of Config for a key of the project or, with its package, of any package.
func Require(ctx *pulumi.Context, key string) string { return of(ctx).Require(key) }

// Try is the method of Config for a key of the project or, with its package, of any package.
func Try(ctx *pulumi.Context, key string) (string, error) { return of(ctx).Try(key) }

// GetSecret is the method of Config for a key of the project or, with its package, of any package.
func GetSecret(ctx *pulumi.Context, key string) pulumi.StringOutput { return of(ctx).GetSecret(key) }

// RequireSecret is the method of Config for a key of the project or, with its package, of any package.
func RequireSecret(ctx *pulumi.Context, key string) pulumi.StringOutput {
	return of(ctx).RequireSecret(key)
}

// TrySecret is the method of Config for a key of the project or, with its package, of any package.
func TrySecret(ctx *pulumi.Context, key string) (pulumi.StringOutput, error) {
	return of(ctx).TrySecret(key)
}

// GetBool is the method of Config for a key of the project or, with its package, of any package.
func GetBool(ctx *pulumi.Context, key string) bool { return of(ctx).GetBool(key) }

// RequireBool is the method of Config for a key of the project or, with its package, of any package.
func RequireBool(ctx *pulumi.Context, key string) bool { return of(ctx).RequireBool(key) }

// TryBool is the method of Config for a key of the project or, with its package, of any package.
func TryBool(ctx *pulumi.Context, key string) (bool, error) { return of(ctx).TryBool(key) }

// GetSecretBool is the method of Config for a key of the project or, with its package, of any package.
func GetSecretBool(ctx *pulumi.Context, key string) pulumi.BoolOutput {
	return of(ctx).GetSecretBool(key)
}

// RequireSecretBool is the method of Config for a key of the project or, with its package, of any package.
func RequireSecretBool(ctx *pulumi.Context, key string) pulumi.BoolOutput {
	return of(ctx).RequireSecretBool(key)
}

// TrySecretBool is the method of Config for a key of the project or, with its package, of any package.
func TrySecretBool(ctx *pulumi.Context, key string) (pulumi.BoolOutput, error) {
	return of(ctx).TrySecretBool(key)
}

// GetFloat64 is the method of Config for a key of the project or, with its package, of any package.
func GetFloat64(ctx *pulumi.Context, key string) float64 { return of(ctx).GetFloat64(key) }

// RequireFloat64 is the method of Config for a key of the project or, with its package, of any package.
func RequireFloat64(ctx *pulumi.Context, key string) float64 { return of(ctx).RequireFloat64(key) }

// TryFloat64 is the method of Config for a key of the project or, with its package, of any package.
func TryFloat64(ctx *pulumi.Context, key string) (float64, error) { return of(ctx).TryFloat64(key) }

// GetSecretFloat64 is the method of Config for a key of the project or, with its package, of any package.
func GetSecretFloat64(ctx *pulumi.Context, key string) pulumi.Float64Output {
	return of(ctx).GetSecretFloat64(key)
}

// RequireSecretFloat64 is the method of Config for a key of the project or, with its package, of any package.
func RequireSecretFloat64(ctx *pulumi.Context, key string) pulumi.Float64Output {
	return of(ctx).RequireSecretFloat64(key)
}

// TrySecretFloat64 is the method of Config for a key of the project or, with its package, of any package.
func TrySecretFloat64(ctx *pulumi.Context, key string) (pulumi.Float64Output, error) {
	return of(ctx).TrySecretFloat64(key)
}

// GetInt is the method of Config for a key of the project or, with its package, of any package.
func GetInt(ctx *pulumi.Context, key string) int { return of(ctx).GetInt(key) }

// RequireInt is the method of Config for a key of the project or, with its package, of any package.
func RequireInt(ctx *pulumi.Context, key string) int { return of(ctx).RequireInt(key) }

// TryInt is the method of Config for a key of the project or, with its package, of any package.
func TryInt(ctx *pulumi.Context, key string) (int, error) { return of(ctx).TryInt(key) }

// GetSecretInt is the method of Config for a key of the project or, with its package, of any package.
func GetSecretInt(ctx *pulumi.Context, key string) pulumi.IntOutput { return of(ctx).GetSecretInt(key) }

// RequireSecretInt is the method of Config for a key of the project or, with its package, of any package.
func RequireSecretInt(ctx *pulumi.Context, key string) pulumi.IntOutput {
	return of(ctx).RequireSecretInt(key)
}

// TrySecretInt is the method of Config for a key of the project or, with its package, of any package.
func TrySecretInt(ctx *pulumi.Context, key string) (pulumi.IntOutput, error) {
	return of(ctx).TrySecretInt(key)
}

// GetObject is the method of Config for a key of the project or, with its package, of any package.
func GetObject(ctx *pulumi.Context, key string, output any) error {
	return of(ctx).GetObject(key, output)
}

// RequireObject is the method of Config for a key of the project or, with its package, of any package.
func RequireObject(ctx *pulumi.Context, key string, output any) { of(ctx).RequireObject(key, output) }

// TryObject is the method of Config for a key of the project or, with its package, of any package.
func TryObject(ctx *pulumi.Context, key string, output any) error {
	return of(ctx).TryObject(key, output)
}

// GetSecretObject is the method of Config for a key of the project or, with its package, of any package.
func GetSecretObject(ctx *pulumi.Context, key string, output any) (pulumi.Output, error) {
	return of(ctx).GetSecretObject(key, output)
}

// RequireSecretObject is the method of Config for a key of the project or, with its package, of any package.
func RequireSecretObject(ctx *pulumi.Context, key string, output any) pulumi.Output {
	return of(ctx).RequireSecretObject(key, output)
}

// TrySecretObject is the method of Config for a key of the project or, with its package, of any package.
func TrySecretObject(ctx *pulumi.Context, key string, output any) (pulumi.Output, error) {
	return of(ctx).TrySecretObject(key, output)
}
