module demo

go 1.24

require github.com/pulumi/pulumi-go-provider v1.5.0

require (
	github.com/pulumi-wasm/pulumi-wasm/guest-sdk/go/wasm v0.1.0 // indirect
	github.com/pulumi/pulumi/pkg/v3 v3.0.0 // indirect
	github.com/pulumi/pulumi/sdk/v3 v3.259.0 // indirect
)

// The packages for components. Without these lines, and after `go mod tidy`, `go build` makes a native plugin of the same source.
replace github.com/pulumi/pulumi-go-provider => ./.pulumi-wasm/sdk/guest-sdk/go/provider

replace github.com/pulumi/pulumi/sdk/v3 => ./.pulumi-wasm/sdk/guest-sdk/go/pulumi

replace github.com/pulumi/pulumi/pkg/v3 => ./.pulumi-wasm/sdk/guest-sdk/go/pkg

replace github.com/pulumi-wasm/pulumi-wasm/guest-sdk/go/wasm => ./.pulumi-wasm/sdk/guest-sdk/go/wasm
