module connectrpc.com/connect

go 1.24
