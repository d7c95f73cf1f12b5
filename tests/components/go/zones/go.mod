module example.com/zones

go 1.24

require (
	connectrpc.com/connect v1.19.0
	github.com/pulumi/pulumi-go-provider v1.5.0
)

replace connectrpc.com/connect => ./connect
