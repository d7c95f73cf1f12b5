// The part of Pulumi's Go SDK that authors of providers name, without an engine and without gRPC.
module github.com/pulumi/pulumi/sdk/v3

go 1.24
