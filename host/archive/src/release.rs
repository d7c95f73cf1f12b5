//! The archives of a release of this project, one pair for each platform.

use std::io;

use crate::files::Files;
use crate::platform::Platform;

/// The program that the Pulumi engine launches, and the name of the asset that Pulumi asks a server for.
pub const PLUGIN: &str = "pulumi-resource-wasm";
/// The tool for people.
pub const TOOL: &str = "pulumi-wasm";

/// The name of an archive, as Pulumi puts it behind the address of a server.
#[must_use]
pub fn archive_name(program: &str, version: &str, platform: Platform) -> String {
    format!("{program}-v{version}-{platform}.tar.gz")
}

/// What the archives of one platform have in common.
#[derive(Debug, Clone, Copy)]
pub struct Release<'a> {
    pub platform: Platform,
    /// The time of every file, in seconds since 1970: the same commit gives the same archive.
    pub time: u64,
    /// The text of `LICENSE`.
    pub license: &'a [u8],
    /// The text of `README.md`, which `pulumi package publish` reads.
    pub readme: &'a [u8],
}

impl Release<'_> {
    /// The archive that Pulumi installs: the plugin, and no `PulumiPlugin.yaml`, which would make Pulumi start a language host.
    ///
    /// # Errors
    /// If the archive cannot be written.
    pub fn plugin(&self, plugin: &[u8]) -> io::Result<Vec<u8>> {
        self.pack(&[(PLUGIN, plugin)])
    }

    /// The archive for people: the tool, and beside it the plugin, where `pulumi-wasm install` looks for it.
    ///
    /// # Errors
    /// If the archive cannot be written.
    pub fn tool(&self, tool: &[u8], plugin: &[u8]) -> io::Result<Vec<u8>> {
        self.pack(&[(PLUGIN, plugin), (TOOL, tool)])
    }

    fn pack(&self, programs: &[(&str, &[u8])]) -> io::Result<Vec<u8>> {
        let ending = self.platform.program_ending();
        let mut files = Files::of_time(self.time);
        for (name, bytes) in programs {
            files.add_program(&format!("{name}{ending}"), bytes);
        }
        files.add("LICENSE", self.license);
        files.add("README.md", self.readme);
        files.pack()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn release(platform: &str) -> Release<'static> {
        Release {
            platform: platform.parse().expect("a platform"),
            time: 1_800_000_000,
            license: b"licence",
            readme: b"readme",
        }
    }

    /// The name, mode, time and owner of each file.
    fn members(archive: &[u8]) -> Vec<(String, u32, u64, u64)> {
        let mut archive = tar::Archive::new(flate2::read::GzDecoder::new(archive));
        let entries = archive.entries().expect("an archive");
        let member = |entry: io::Result<tar::Entry<'_, _>>| {
            let entry = entry.expect("a file");
            let name = entry.path().expect("a name").display().to_string();
            let header = entry.header();
            let owner = header.uid().expect("a user") + header.gid().expect("a group");
            let (mode, time) = (header.mode().expect("a mode"), header.mtime());
            (name, mode, time.expect("a time"), owner)
        };
        entries.map(member).collect()
    }

    #[test]
    fn an_archive_has_the_name_that_pulumi_asks_for() {
        let platform = "darwin-arm64".parse().expect("a platform");
        assert_eq!(
            archive_name(PLUGIN, "1.2.3", platform),
            "pulumi-resource-wasm-v1.2.3-darwin-arm64.tar.gz"
        );
    }

    #[test]
    fn the_archive_of_the_plugin_has_one_program_and_two_texts() {
        let archive = release("linux-amd64")
            .plugin(b"program")
            .expect("an archive");
        let file = |name: &str, mode| (name.to_owned(), mode, 1_800_000_000, 0);
        let expected = [
            file("LICENSE", 0o644),
            file("README.md", 0o644),
            file("pulumi-resource-wasm", 0o755),
        ];
        assert_eq!(members(&archive), expected);
        // Neither a name nor a time in the head of the compressed file.
        assert_eq!(archive[3..8], [0; 5]);
    }

    #[test]
    fn the_archive_of_the_tool_has_the_plugin_beside_it() {
        let archive = release("windows-amd64").tool(b"tool", b"plugin");
        let members = members(&archive.expect("an archive"));
        let programs = members.iter().filter(|(_, mode, ..)| *mode == 0o755);
        let names: Vec<&str> = programs.map(|(name, ..)| name.as_str()).collect();
        assert_eq!(names, ["pulumi-resource-wasm.exe", "pulumi-wasm.exe"]);
    }
}
