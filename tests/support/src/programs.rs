//! The programs under test, and the folders of the repository and of the build.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, OnceLock};

/// The repository.
#[must_use]
pub fn repository() -> &'static Path {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    folder.ancestors().nth(2).expect("the repository")
}

/// The folder of the build, such as `target/debug`: the running test lies in its folder `deps`, and cargo puts the programs beside it.
fn build() -> PathBuf {
    let test = env::current_exe().expect("the running test");
    let folder = test.ancestors().nth(2).expect("the folder of the build");
    folder.to_owned()
}

fn program(name: &str) -> PathBuf {
    let file = build().join(format!("{name}{}", env::consts::EXE_SUFFIX));
    assert!(
        file.is_file(),
        "{} is missing: run `cargo test` for the root package, which builds it",
        file.display()
    );
    file
}

/// The plugin `pulumi-resource-wasm` of the same build.
pub fn plugin() -> &'static Path {
    static PLUGIN: OnceLock<PathBuf> = OnceLock::new();
    PLUGIN.get_or_init(|| program("pulumi-resource-wasm"))
}

/// The tool `pulumi-wasm` of the same build.
pub fn tool() -> &'static Path {
    static TOOL: OnceLock<PathBuf> = OnceLock::new();
    TOOL.get_or_init(|| program("pulumi-wasm"))
}

/// Puts a program at a path, as a link where both lie in one file system.
///
/// # Panics
/// If the program cannot be copied.
pub fn place(program: &Path, path: &Path) {
    if fs::hard_link(program, path).is_err() {
        copy(program, path);
    }
}

/// Makes a folder with the files of another folder, as [`place`] puts them there.
///
/// # Panics
/// If the folder exists, or a file cannot be copied.
pub fn place_folder(from: &Path, to: &Path) {
    fs::create_dir(to).expect("a new folder");
    for entry in fs::read_dir(from).expect("a folder") {
        let path = entry.expect("an entry").path();
        let target = to.join(path.file_name().expect("a name"));
        if path.is_dir() {
            place_folder(&path, &target);
        } else {
            place(&path, &target);
        }
    }
}

/// Copies a program with another process. A program cannot start while it is open for writing, and if this process wrote it, each program
/// that another test starts at that moment would inherit the open file.
fn copy(program: &Path, path: &Path) {
    let mut copy = Command::new("cp");
    copy.arg(program).arg(path);
    let is_copied = copy.status().is_ok_and(|status| status.success());
    assert!(is_copied, "{} cannot be copied", program.display());
}

/// A copy of a program without symbols, as the programs of a release. The programs of this build take long to pack.
///
/// # Panics
/// If the program cannot be copied.
#[must_use]
pub fn without_symbols(program: &Path) -> PathBuf {
    static LOCK: Mutex<()> = Mutex::new(());
    let _lock = LOCK.lock();
    let built = fs::metadata(program).and_then(|file| file.modified());
    let built = built.expect("a program");
    let folder = scratch().join("without-symbols");
    fs::create_dir_all(&folder).expect("a folder");
    let small = folder.join(program.file_name().expect("a file"));
    // The copy is newer, and another process renames a whole file.
    if fs::metadata(&small).is_ok_and(|file| file.modified().is_ok_and(|time| time > built)) {
        return small;
    }
    let partial = small.with_extension(std::process::id().to_string());
    let mut strip = Command::new("strip");
    strip.arg("-o").arg(&partial).arg(program);
    if !strip.status().is_ok_and(|status| status.success()) {
        copy(program, &partial);
    }
    fs::rename(&partial, &small).expect("a copy");
    small
}

/// The folder for files of tests, which later runs find again: `tmp` in the target folder.
pub fn scratch() -> &'static Path {
    static SCRATCH: OnceLock<PathBuf> = OnceLock::new();
    SCRATCH.get_or_init(|| {
        let build = build();
        let target = build.parent().expect("the target folder");
        let folder = target.join("tmp");
        fs::create_dir_all(&folder).expect("a folder");
        folder
    })
}
