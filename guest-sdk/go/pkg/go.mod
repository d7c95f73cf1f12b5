// The types for schemas that authors of providers name, without the code generators around them.
module github.com/pulumi/pulumi/pkg/v3

go 1.24
