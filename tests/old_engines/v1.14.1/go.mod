module example.com/pulumi-engine

go 1.13

require (
	github.com/golang/protobuf v1.3.5
	github.com/pulumi/pulumi/pkg v1.14.1
	github.com/pulumi/pulumi/sdk v1.14.1
	google.golang.org/grpc v1.28.0
)

replace (
	github.com/Azure/go-autorest => github.com/Azure/go-autorest v12.4.3+incompatible
	gocloud.dev => github.com/pulumi/go-cloud v0.18.1-0.20191119155701-6a8381d0793f
)
