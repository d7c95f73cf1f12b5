package main

import pulumirpc "github.com/pulumi/pulumi/sdk/proto/go"

func setImport(request *pulumirpc.RegisterResourceRequest, id string) {
	request.ImportId = id
}
