// What a provider in Go can say beyond pulumi-go-provider: the same source makes a component and a native plugin.
module github.com/pulumi-wasm/pulumi-wasm/guest-sdk/go/wasm

go 1.24
