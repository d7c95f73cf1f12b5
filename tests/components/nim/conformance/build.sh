#!/bin/sh
# Compiles the provider to a core module: build.sh NIM_CACHE MODULE
here=$(cd "$(dirname "$0")" && pwd)
target="--target=wasm32-wasi --sysroot=/ -isystem /usr/include/wasm32-wasi"
exec nim c --cpu:wasm32 --os:linux --cc:clang --clang.exe:clang-19 --clang.linkerexe:clang-19 --mm:arc --exceptions:goto --threads:off \
    -d:release -d:useMalloc -d:noSignalHandler --noMain:on --hints:off --warnings:off "--passC:$target -w" \
    "--passL:$target -L/usr/lib/wasm32-wasi -mexec-model=reactor -Wl,-z,stack-size=1048576 -Wl,--stack-first -Wl,--strip-debug" \
    "--nimcache:$1" "-o:$2" "$here/conformance.nim"
