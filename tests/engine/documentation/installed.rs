//! The packages of a release, installed without a network into empty environments, and the quick start with them on a machine
//! without Rust.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use pulumi_wasm_archive::{Platform, Release, TOOL, npm_main_package};

use super::quickstart::{GO, Newcomer, PYTHON, TYPESCRIPT};
use test_support::programs::{self, without_symbols};
use test_support::pulumi::stack_folder::project_folder;

const VERSION: &str = env!("CARGO_PKG_VERSION");
const REPOSITORY: &str = env!("CARGO_PKG_REPOSITORY");
/// The time of the files, in seconds since 1970.
const TIME: u64 = 1_800_000_000;
const LICENSE: &[u8] = include_bytes!("../../../LICENSE");
const README: &[u8] = include_bytes!("../../../README.md");

/// The two programs of this build, without symbols.
struct Programs {
    tool: Vec<u8>,
    plugin: Vec<u8>,
}

fn programs_of_release() -> &'static Programs {
    static PROGRAMS: OnceLock<Programs> = OnceLock::new();
    PROGRAMS.get_or_init(|| Programs {
        tool: fs::read(without_symbols(programs::tool())).unwrap(),
        plugin: fs::read(without_symbols(programs::plugin())).unwrap(),
    })
}

fn release() -> Release<'static> {
    Release {
        platform: Platform::here().unwrap(),
        time: TIME,
        license: LICENSE,
        readme: README,
    }
}

/// A folder for an installation, which is empty.
fn folder(name: &str) -> PathBuf {
    let folder = project_folder(&format!("installed-{name}"));
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// A folder with programs that hide the compilers of this machine.
fn without_rust(folder: &Path) -> PathBuf {
    let programs = folder.join("hidden");
    fs::create_dir_all(&programs).unwrap();
    for name in ["cargo", "rustc", "rustup"] {
        let file = programs.join(name);
        let script = format!("#!/bin/sh\necho '{name} is not installed' >&2\nexit 127\n");
        fs::write(&file, script).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
    }
    programs
}

#[track_caller]
fn run(command: &mut Command) {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{command:?}: {output:?}");
}

#[test]
fn the_python_quick_start_works_with_the_tool_of_the_wheel() {
    let folder = folder("pip");
    let Programs { tool, plugin } = programs_of_release();
    let (name, wheel) = release().wheel(VERSION, tool, plugin, REPOSITORY).unwrap();
    let file = folder.join(name);
    fs::write(&file, wheel).unwrap();
    let environment = folder.join("venv");
    run(Command::new("python3")
        .args(["-m", "venv"])
        .arg(&environment));
    run(Command::new(environment.join("bin/pip"))
        .args(["install", "--quiet", "--no-index"])
        .arg(&file));
    let bin = environment.join("bin");
    assert!(bin.join(TOOL).is_file() && !bin.join("pulumi-resource-wasm").exists());
    // Its other programs would take the place of the machine's.
    let own = folder.join("bin");
    fs::create_dir(&own).unwrap();
    std::os::unix::fs::symlink(bin.join(TOOL), own.join(TOOL)).unwrap();
    let mut newcomer =
        Newcomer::with_tool("installed-python", PYTHON, vec![without_rust(&folder), own]);
    newcomer.gets_a_provider();
    drop(newcomer);
    run(Command::new(environment.join("bin/pip")).args(["uninstall", "--quiet", "--yes", TOOL]));
    // Folders may stay, because pip removes the files that it has written.
    let plugin = environment.join("libexec/pulumi-wasm/pulumi-resource-wasm");
    assert!(!bin.join(TOOL).exists() && !plugin.exists());
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn the_typescript_quick_start_works_with_the_tool_of_the_npm_packages() {
    let folder = folder("npm");
    let Programs { tool, plugin } = programs_of_release();
    let release = release();
    let package = release.npm_package(VERSION, tool, plugin, REPOSITORY);
    let platforms = [release.platform];
    let main = npm_main_package(VERSION, &platforms, TIME, (LICENSE, README), REPOSITORY);
    let mut install = Command::new("npm");
    install.current_dir(&folder).args([
        "install",
        "--offline",
        "--no-audit",
        "--no-fund",
        "--prefix",
        ".",
    ]);
    for (name, bytes) in [package.unwrap(), main.unwrap()] {
        fs::write(folder.join(&name), bytes).unwrap();
        install.arg(format!("./{name}"));
    }
    run(&mut install);
    let bin = folder.join("node_modules/.bin");
    let mut newcomer = Newcomer::with_tool(
        "installed-typescript",
        TYPESCRIPT,
        vec![without_rust(&folder), bin],
    );
    newcomer.gets_a_provider();
    newcomer.takes_up_a_change("src/index.ts");
    drop(newcomer);
    fs::remove_dir_all(folder).unwrap();
}

/// The launcher of npm's main package stands between the shell and the program.
#[test]
fn npm_passes_on_arguments_the_status_and_signals() {
    let folder = folder("npm-launcher");
    let script = b"#!/bin/sh\ncase $1 in wait) echo waiting; exec sleep 60 ;; *) echo \"$2\"; exit 7 ;; esac\n";
    let release = release();
    let package = release.npm_package(VERSION, script, script, REPOSITORY);
    let platforms = [release.platform];
    let main = npm_main_package(VERSION, &platforms, TIME, (LICENSE, README), REPOSITORY);
    let mut install = Command::new("npm");
    install.current_dir(&folder).args([
        "install",
        "--offline",
        "--no-audit",
        "--no-fund",
        "--prefix",
        ".",
    ]);
    for (name, bytes) in [package.unwrap(), main.unwrap()] {
        fs::write(folder.join(&name), bytes).unwrap();
        install.arg(format!("./{name}"));
    }
    run(&mut install);
    let program = folder.join("node_modules/.bin").join(TOOL);
    let output = Command::new(&program).args(["a", "b c"]).output().unwrap();
    assert_eq!(output.status.code(), Some(7), "{output:?}");
    assert_eq!(output.stdout, b"b c\n");

    let mut waiting = Command::new(&program)
        .arg("wait")
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    let mut output = std::io::BufReader::new(waiting.stdout.take().unwrap());
    std::io::BufRead::read_line(&mut output, &mut line).unwrap();
    assert_eq!(line, "waiting\n");
    let pid = rustix::process::Pid::from_child(&waiting);
    rustix::process::kill_process(pid, rustix::process::Signal::TERM).unwrap();
    let status = waiting.wait().unwrap();
    assert_eq!(
        std::os::unix::process::ExitStatusExt::signal(&status),
        Some(15)
    );
    // The program has ended too: it was the only writer.
    let mut rest = String::new();
    std::io::Read::read_to_string(&mut output, &mut rest).unwrap();
    assert_eq!(rest, "");

    // Without the package of the platform, the message says what is missing.
    fs::remove_dir_all(folder.join("node_modules/@pulumi-wasm")).unwrap();
    let output = Command::new(&program).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(errors.contains("is not installed\nhint: "), "{errors}");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn the_go_quick_start_works_with_the_tool_of_the_archive() {
    let folder = folder("archive");
    let Programs { tool, plugin } = programs_of_release();
    let archive = release().tool(tool, plugin).unwrap();
    fs::write(folder.join("archive.tar.gz"), archive).unwrap();
    let unpacked = folder.join("unpacked");
    fs::create_dir(&unpacked).unwrap();
    run(Command::new("tar")
        .args(["--extract", "--gzip", "--file"])
        .arg(folder.join("archive.tar.gz"))
        .arg("--directory")
        .arg(&unpacked));
    // As the quick start says: a link to the tool alone.
    let own = folder.join("bin");
    fs::create_dir(&own).unwrap();
    std::os::unix::fs::symlink(unpacked.join(TOOL), own.join(TOOL)).unwrap();
    let mut newcomer = Newcomer::with_tool("installed-go", GO, vec![without_rust(&folder), own]);
    newcomer.gets_a_provider();
    newcomer.takes_up_a_change("main.go");
    newcomer.gets_the_same_digest_elsewhere();
    drop(newcomer);
    fs::remove_dir_all(folder).unwrap();
}
