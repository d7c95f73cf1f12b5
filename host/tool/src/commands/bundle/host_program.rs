//! The program that a bundle is made with: the plugin of this very version, for the platform that was asked for.

use anyhow::{Context, bail, ensure};
use pulumi_wasm_archive::Platform;
use pulumi_wasm_packages::program_mark::ProgramMark;

/// The version of the tool, which writes the files that the program reads.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Judges a program by the head of its file and by its mark. A program for another system cannot be started and asked.
pub(super) fn judge(program: &[u8], shown: &str, platform: Platform) -> anyhow::Result<()> {
    match Platform::of_program(program) {
        Some(found) if found == platform => {}
        Some(found) => bail!(
            "{shown} is a program for {found}, and not for {platform}\nhint: take the program for {platform} from the release"
        ),
        None => bail!(
            "{shown} is not a program for {platform}\nhint: take the plugin pulumi-resource-wasm of a release"
        ),
    }
    ensure!(
        Platform::is_whole_program(program),
        "{shown} was cut: it ends before its last part\nhint: take it from the release once more"
    );
    let mark = ProgramMark::find(program).with_context(|| {
        format!(
            "{shown} is a program for {platform}, but not the plugin pulumi-resource-wasm\n\
             hint: take the program of release {VERSION}"
        )
    })?;
    ensure!(
        mark.version == VERSION,
        "{shown} is the plugin of version {}, and this tool makes bundles for version {VERSION}\n\
         hint: take both from the same release",
        mark.version
    );
    ensure!(
        Platform::named(&mark.system, &mark.processor) == Some(platform),
        "{shown} has the head of a program for {platform}, but was made for {} on {}\n\
         hint: take the plugin pulumi-resource-wasm of release {VERSION}",
        mark.system,
        mark.processor
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn program(mark: &str) -> Vec<u8> {
        let head = b"\x7fELF\x02\x01\0\0\0\0\0\0\0\0\0\0\0\0\xb7\0";
        [&head[..], &[0; 44], mark.as_bytes()].concat()
    }

    #[test]
    fn only_the_plugin_of_this_version_for_the_platform_is_taken() {
        let judged = |program: &[u8], platform: &str| {
            judge(program, "host", platform.parse().expect("a platform"))
                .map_err(|error| error.to_string())
        };
        let right = program(&format!("\npulumi-wasm plugin {VERSION} linux aarch64\n"));
        assert_eq!(judged(&right, "linux-arm64"), Ok(()));
        for (program, platform, expected) in [
            (
                right.clone(),
                "darwin-arm64",
                "is a program for linux-arm64, and not for darwin-arm64",
            ),
            (right[..40].to_vec(), "linux-arm64", "was cut"),
            (
                b"#!/bin/sh\n".to_vec(),
                "linux-arm64",
                "is not a program for",
            ),
            (
                program("\nno mark\n"),
                "linux-arm64",
                "not the plugin pulumi-resource-wasm",
            ),
            (
                program("\npulumi-wasm plugin 9.8.7 linux aarch64\n"),
                "linux-arm64",
                "is the plugin of version 9.8.7",
            ),
            (
                program(&format!("\npulumi-wasm plugin {VERSION} freebsd aarch64\n")),
                "linux-arm64",
                "was made for freebsd on aarch64",
            ),
        ] {
            let reason = judged(&program, platform).expect_err("a refusal");
            assert!(
                reason.contains(expected) && reason.contains("\nhint: "),
                "{reason}"
            );
        }
    }
}
