//! The modules inside a provider in Go. Go's linker writes their list into each program, as `go version -m` prints it.

use anyhow::Context;
use pulumi_wasm_packages::packages_section::ContainedPackage;

use super::toolchain::Toolchain;
use crate::language::workshop::Workshop;

/// The ecosystem of modules. It calls the standard library `stdlib`.
const GO: &str = "Go";

/// The marks around the list: `infoStart` and `infoEnd` of Go's `cmd/go/internal/modload`.
const START: [u8; 16] = [
    0x30, 0x77, 0xaf, 0x0c, 0x92, 0x74, 0x08, 0x02, 0x41, 0xe1, 0xc1, 0x07, 0xe6, 0xd6, 0x18, 0xe6,
];
const END: [u8; 16] = [
    0xf9, 0x32, 0x43, 0x31, 0x86, 0x18, 0x20, 0x72, 0x00, 0x82, 0x42, 0x10, 0x41, 0x16, 0xd8, 0xf2,
];

/// Lists the modules that the linker named, and the standard library.
pub(super) fn packages(
    workshop: &Workshop,
    compiled: &[u8],
) -> anyhow::Result<Vec<ContainedPackage>> {
    let list = list(compiled).context("the program has no list of its modules")?;
    let mut packages = modules(&list);
    let toolchain = Toolchain::find(workshop)?;
    packages.push(ContainedPackage::new(GO, "stdlib", &toolchain.version));
    Ok(packages)
}

/// The list in a program.
fn list(program: &[u8]) -> Option<String> {
    let find = |bytes: &[u8], mark: &[u8]| bytes.windows(mark.len()).position(|part| part == mark);
    let rest = &program[find(program, &START)? + START.len()..];
    let list = &rest[..find(rest, &END)?];
    Some(String::from_utf8_lossy(list).into_owned())
}

/// The modules of a list. A module that the tool replaced by a folder of its SDK is left out, because the SDK's version is
/// recorded for all languages. A module that the author replaced has the name and version of the other module.
fn modules(list: &str) -> Vec<ContainedPackage> {
    let mut packages: Vec<ContainedPackage> = Vec::new();
    for line in list.lines() {
        let mut parts = line.split('\t');
        let (kind, path, version) = (parts.next(), parts.next(), parts.next());
        let (Some(path), Some(version)) = (path, version) else {
            continue;
        };
        match kind {
            Some("dep") => packages.push(ContainedPackage::new(GO, path, version)),
            Some("=>") => {
                packages.pop();
                if !path.starts_with(['.', '/']) {
                    packages.push(ContainedPackage::new(GO, path, version));
                }
            }
            _ => {}
        }
    }
    packages
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_of_the_linker_names_modules_and_their_replacements() {
        let text = "path\tdemo\nmod\tdemo\t(devel)\t\ndep\tgolang.org/x/text\tv0.20.0\th1:a=\n\
                    dep\tgithub.com/pulumi/pulumi/sdk/v3\tv3.0.0\n=>\t./.pulumi-wasm/sdk/guest-sdk/go/pulumi\t(devel)\t\n\
                    dep\texample.com/a\tv1.0.0\n=>\texample.com/b\tv1.2.0\th1:b=\nbuild\tGOOS=wasip1\n";
        let program = [b"before", &START[..], text.as_bytes(), &END, b"after"].concat();
        let modules = modules(&list(&program).expect("a list"));
        let shown: Vec<String> = modules
            .iter()
            .map(|module| format!("{}@{}", module.name, module.version))
            .collect();
        assert_eq!(shown, ["golang.org/x/text@0.20.0", "example.com/b@1.2.0"]);
        assert_eq!(list(b"no program"), None);
    }
}
