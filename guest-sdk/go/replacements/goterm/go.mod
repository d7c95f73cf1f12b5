// A part of goterm for programs without a terminal: client libraries name it, and it does not compile for WebAssembly.
module github.com/buger/goterm

go 1.24
