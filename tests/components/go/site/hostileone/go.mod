module example.com/hostileone

go 1.24

require github.com/pulumi/pulumi/sdk/v3 v3.259.0
