module example.com/pulumi-engine

go 1.12

require (
	github.com/golang/protobuf v1.3.1
	github.com/pulumi/pulumi v0.17.28
	golang.org/x/xerrors v0.0.0-20240903120638-7835f813f4da // the 2019 one does not compile
	google.golang.org/grpc v1.20.1
)
