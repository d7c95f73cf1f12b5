module example.com/team

go 1.24

require (
	github.com/pulumi-wasm/pulumi-wasm/guest-sdk/go/wasm v0.1.0
	github.com/pulumi/pulumi-go-provider v1.5.0
	github.com/pulumi/pulumi/sdk/v3 v3.259.0
)
