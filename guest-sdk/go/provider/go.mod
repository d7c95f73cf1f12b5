// The packages of pulumi-go-provider for components: the API of `infer` and of `Provider`, without gRPC.
module github.com/pulumi/pulumi-go-provider

go 1.24

require (
	github.com/pulumi-wasm/pulumi-wasm/guest-sdk/go/wasm v0.1.0
	github.com/pulumi/pulumi/pkg/v3 v3.0.0
	github.com/pulumi/pulumi/sdk/v3 v3.0.0
)

replace (
	github.com/pulumi-wasm/pulumi-wasm/guest-sdk/go/wasm => ../wasm
	github.com/pulumi/pulumi/pkg/v3 => ../pkg
	github.com/pulumi/pulumi/sdk/v3 => ../pulumi
)
