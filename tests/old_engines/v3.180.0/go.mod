module example.com/pulumi-engine

go 1.26

tool github.com/pulumi/pulumi/pkg/v3/cmd/pulumi

require (
	github.com/pulumi/pulumi/pkg/v3 v3.180.0
	github.com/pulumi/pulumi/sdk/v3 v3.180.0
)

replace github.com/sergi/go-diff => github.com/sergi/go-diff v1.1.0

replace github.com/atotto/clipboard => github.com/tgummerer/clipboard v0.0.0-20241001131231-d02d263e614e
