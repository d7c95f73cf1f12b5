//! The folders of a provider's packages, as Terraform and OpenTofu look for them.

use std::path::{Path, PathBuf};

use pulumi_wasm_archive::Platform;
use pulumi_wasm_packages::own_package::program_name::Engine;

use super::address::Address;

/// The folders and names of one version of a provider.
pub(super) struct Layout {
    output: PathBuf,
    address: Address,
    version: String,
}

impl Layout {
    pub(super) fn new(output: &Path, address: &Address, version: &str) -> Self {
        Self {
            output: output.to_owned(),
            address: address.clone(),
            version: version.to_owned(),
        }
    }

    /// The folder for `dev_overrides`, with the program of this machine.
    pub(super) fn overrides(&self) -> PathBuf {
        self.output.join("override")
    }

    /// The folder for `filesystem_mirror`, unpacked.
    pub(super) fn mirror(&self) -> PathBuf {
        self.output.join("mirror")
    }

    fn provider(&self, mirror: &str) -> PathBuf {
        let Address {
            host,
            namespace,
            name,
        } = &self.address;
        self.output
            .join(mirror)
            .join(host)
            .join(namespace)
            .join(name)
    }

    /// The folder of a package in the mirror.
    pub(super) fn unpacked(&self, platform: Platform) -> PathBuf {
        let version = self.provider("mirror").join(&self.version);
        version.join(platform.in_terraform())
    }

    /// The archive of a package in the mirror of archives.
    pub(super) fn packed(&self, platform: Platform) -> PathBuf {
        self.provider("mirror-packed")
            .join(self.archive_name(platform))
    }

    /// A file of the release.
    pub(super) fn release(&self, name: &str) -> PathBuf {
        self.output.join("release").join(name)
    }

    /// The archive of the release.
    pub(super) fn released(&self, platform: Platform) -> PathBuf {
        self.release(&self.archive_name(platform))
    }

    pub(super) fn archive_name(&self, platform: Platform) -> String {
        format!("{}_{}.zip", self.stem(), platform.in_terraform())
    }

    pub(super) fn manifest_name(&self) -> String {
        format!("{}_manifest.json", self.stem())
    }

    pub(super) fn checksums_name(&self) -> String {
        format!("{}_SHA256SUMS", self.stem())
    }

    fn stem(&self) -> String {
        format!(
            "{}_{}",
            Engine::Terraform.program(&self.address.name),
            self.version
        )
    }
}
