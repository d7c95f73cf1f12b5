module example.com/pulumi-engine

go 1.16

require (
	github.com/golang/protobuf v1.4.3
	github.com/pulumi/pulumi/pkg/v2 v2.25.2
	github.com/pulumi/pulumi/sdk/v2 v2.25.2
	google.golang.org/grpc v1.34.0
)

replace (
	github.com/Sirupsen/logrus => github.com/sirupsen/logrus v1.5.0
	gocloud.dev => github.com/pulumi/go-cloud v0.0.0-20210416195059-50874ed4c504
)
