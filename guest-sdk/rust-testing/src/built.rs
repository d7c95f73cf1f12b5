//! The built component, in the sandbox that the engine's host has.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use pulumi_wasm_capability::limits::Limits;
use pulumi_wasm_core::component::ComponentOrigin;
use pulumi_wasm_core::manifest::Manifest;
use pulumi_wasm_packages::{manifest_section, read_component};
use pulumi_wasm_platform::env;
use pulumi_wasm_sandbox::engine::{CodeCache, Compiler, Engine};
use pulumi_wasm_sandbox::guest::{WasmComponent, WasmSettings};

use crate::core::Core;
use crate::failing::fail;
use crate::provider::Provider;

/// The folder in which components are looked for first, by their file names.
const COMPONENTS_VARIABLE: &str = "PULUMI_WASM_TEST_COMPONENTS";

impl Provider {
    /// The built component of this path, in the sandbox. A relative path begins at the folder of the crate that is
    /// tested. If the environment variable `PULUMI_WASM_TEST_COMPONENTS` names a folder, the file of that name there is
    /// used.
    ///
    /// It is compiled once, and again when it has changed.
    ///
    /// # Panics
    /// When the component is missing, or cannot be used, with the reason.
    #[must_use]
    #[track_caller]
    pub fn component(path: impl AsRef<Path>) -> Self {
        let file = find(path.as_ref());
        let limits = Limits::default();
        let (bytes, digest) = match read_component(&file, &limits) {
            Ok(read) => read,
            Err(error) => fail(&error.to_string()),
        };
        let shown = file.display().to_string();
        let Some(text) = manifest_section::find(&bytes) else {
            fail(&format!(
                "`{shown}` has no manifest\nhint: wrap it with `pulumi-wasm wrap`"
            ));
        };
        let manifest = match Manifest::parse(&text) {
            Ok(manifest) => Arc::new(manifest),
            Err(error) => fail(&format!("`{shown}` cannot be used: {error}")),
        };
        Self::of(Core::new(&manifest, |capabilities| {
            Arc::new(WasmComponent::new(WasmSettings {
                origin: ComponentOrigin {
                    file: shown.clone(),
                    digest: digest.hex().to_owned(),
                },
                manifest: Arc::clone(&manifest),
                file: file.clone(),
                limits,
                capabilities: Arc::clone(capabilities),
                compiler: compiler(),
            }))
        }))
    }
}

/// The component's file. The test fails without one.
#[track_caller]
fn find(path: &Path) -> PathBuf {
    let mut places = Vec::new();
    if let (Some(components), Some(name)) =
        (std::env::var_os(COMPONENTS_VARIABLE), path.file_name())
    {
        places.push(PathBuf::from(components).join(name));
    }
    // Cargo starts tests in the folder of their crate.
    places.push(path.to_owned());
    if let Some(found) = places.iter().find(|place| place.is_file()) {
        return found.clone();
    }
    let looked: Vec<_> = places
        .iter()
        .map(|place| format!("`{}`", place.display()))
        .collect();
    fail(&format!(
        "the component is not built: there is no {}\n\
         hint: `cargo build --release --target wasm32-unknown-unknown`, then `pulumi-wasm wrap MODULE.wasm -o {}`",
        looked.join(" and no "),
        path.display()
    ))
}

/// One engine for all tests of the process. Compiled code is cached in the plugin's folder.
fn compiler() -> Compiler {
    static COMPILER: OnceLock<Compiler> = OnceLock::new();
    COMPILER
        .get_or_init(|| {
            let cache = env::cache_folder()
                .unwrap_or_else(|| std::env::temp_dir().join("pulumi-wasm-testing-cache"));
            Compiler::new(Engine::new(), CodeCache::new(cache), None)
        })
        .clone()
}
