module example.com/pulumi-engine

go 1.17

require (
	github.com/golang/protobuf v1.5.2
	github.com/pulumi/pulumi/pkg/v3 v3.50.0
	github.com/pulumi/pulumi/sdk/v3 v3.50.0
	google.golang.org/grpc v1.51.0
)

require (
	golang.org/x/net v0.0.0-20220802222814-0bcc04d9c69b // indirect
	golang.org/x/sys v0.0.0-20220823224334-20c2bfdbfe24 // indirect
	golang.org/x/text v0.4.0 // indirect
	google.golang.org/genproto v0.0.0-20220802133213-ce4fa296bf78 // indirect
	google.golang.org/protobuf v1.28.1 // indirect
)

replace (
	github.com/sergi/go-diff => github.com/sergi/go-diff v1.1.0
	github.com/xanzy/ssh-agent => github.com/pulumi/ssh-agent v0.5.1
)
