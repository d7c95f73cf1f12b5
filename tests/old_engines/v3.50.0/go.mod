module example.com/pulumi-engine

go 1.17

require (
	github.com/pulumi/pulumi/pkg/v3 v3.50.0
	github.com/pulumi/pulumi/sdk/v3 v3.50.0
)

replace github.com/sergi/go-diff => github.com/sergi/go-diff v1.1.0

replace github.com/xanzy/ssh-agent => github.com/pulumi/ssh-agent v0.5.1
