//! `pulumi-wasm`, the tool for people who make or look into components.

use std::process::ExitCode;

use pulumi_wasm_host::pulumi::serve_attached;

fn main() -> ExitCode {
    pulumi_wasm_tool::run(|listener, loader, users| {
        Box::pin(serve_attached(listener, loader, users))
    })
}
