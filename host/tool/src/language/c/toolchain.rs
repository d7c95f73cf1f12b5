//! The compilers for C, C++ and Zig of this machine: zig, clang with a C library for Wasm, or else the zig that pip has.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, bail};

use super::Dialect;
use crate::language::environment::{Environment, Package};
use crate::language::guest_language::GuestLanguage as _;
use crate::language::workshop::Workshop;
use crate::terminal::{RunError, toolchain_program};

/// The zig from pip, if the machine has no compiler.
const PACKAGE: Package = Package {
    name: "ziglang",
    version: "0.17.1",
    purpose: "the zig compiler is installed with pip of 3.11 or newer",
};

/// The oldest zig whose sanitizer reports places, and the oldest clang that has C23.
const OLDEST_ZIG: (u32, u32) = (0, 14);
const OLDEST_CLANG: (u32, u32) = (19, 0);

/// The possible names of clang, the usual one first.
const CLANG: [&str; 5] = ["clang", "clang-22", "clang-21", "clang-20", "clang-19"];

/// A file of the C library for Wasm, as distributions have it, and the folders that clang needs for it.
const LIBRARY_HEADER: &str = "/usr/include/wasm32-wasi/stdlib.h";

pub(super) const INSTALL: &str = "hint: the tool takes `zig` 0.14 or newer, else clang 19 or newer with a C library for Wasm (on Debian or Ubuntu \
    `apt-get install clang-19 lld-19 wasi-libc libclang-rt-19-dev-wasm32`), else it installs zig with Python's pip";

/// The root of a program in Zig, which imports the provider.
const ROOT: &str = "pw_root.zig";

/// The header that turns on the checks of the C++ library. It comes before each source, because the library's first header reads the choice.
const LIBRARY_CHECKS: &str = "pulumi_wasm_checks.hpp";

/// The variable for zig's global cache, and all variables that zig looks for it by.
const GLOBAL_CACHE: &str = "ZIG_GLOBAL_CACHE_DIR";
const CACHES: [&str; 4] = [GLOBAL_CACHE, "XDG_CACHE_HOME", "HOME", "LOCALAPPDATA"];

/// The size of the stack. More than the default of the linker, which is small and grows into data.
const STACK: &str = "1048576";

/// Undefined behaviour ends a call with its place in the source. The check of functions' types needs types of C++ at run time.
const SANITIZER: [&str; 4] = [
    "-fsanitize=undefined",
    "-fno-sanitize=function",
    "-fno-sanitize-recover=all",
    "-fsanitize-undefined-strip-path-components=-2",
];

/// A failed `assert` ends a call. Zig leaves them out where it optimizes for size.
const ASSERTIONS: &str = "-UNDEBUG";

/// A compiler.
pub(super) enum Toolchain {
    Zig(Zig),
    /// The program.
    Clang(String),
}

/// The zig compiler.
pub(super) struct Zig {
    program: OsString,
    /// Arguments before the command.
    before: &'static [&'static str],
}

/// The files of a compilation. Relative paths begin at the project's folder.
pub(super) struct Sources {
    /// The author's sources, in the language of the project and in C.
    pub(super) own: Vec<PathBuf>,
    /// The sources of the SDK, and the manifest as a source file.
    pub(super) c: Vec<PathBuf>,
    /// Folders with headers.
    pub(super) headers: Vec<PathBuf>,
    /// Whether the provider has component resources.
    pub(super) has_components: bool,
    /// The folder of generated files.
    pub(super) generated: PathBuf,
    pub(super) module: PathBuf,
}

impl Sources {
    /// The macros of the compilation.
    fn defined(&self) -> Option<&'static str> {
        self.has_components.then_some("-DPW_COMPONENTS")
    }
}

impl Toolchain {
    /// Looks for a compiler of this language.
    ///
    /// # Errors
    /// If the machine has no compiler, and pip cannot install zig.
    pub(super) fn find(workshop: &Workshop, dialect: Dialect) -> anyhow::Result<Self> {
        workshop.announce();
        if version("zig", &["version"]).is_some_and(|found| found >= OLDEST_ZIG) {
            return Ok(Self::Zig(Zig {
                program: "zig".into(),
                before: &[],
            }));
        }
        if let Some(clang) = clang(dialect) {
            return Ok(Self::Clang(clang));
        }
        let environment = match Environment::ready(workshop, PACKAGE) {
            Ok(environment) => environment,
            Err(error) => bail!(
                "a compiler for {} is missing: {error:#}\n{INSTALL}",
                dialect.title()
            ),
        };
        let python = environment.program("python").into_os_string();
        Ok(Self::Zig(Zig {
            program: python,
            before: &["-m", "ziglang"],
        }))
    }

    /// Compiles a core module. Gives the warnings.
    ///
    /// # Errors
    /// With the messages of the compiler.
    pub(super) fn compile(
        &self,
        workshop: &Workshop,
        dialect: Dialect,
        sources: &Sources,
    ) -> anyhow::Result<()> {
        let mut command = match (self, dialect) {
            (Self::Zig(zig), Dialect::Zig) => {
                zig.translate(workshop, sources)?;
                zig.program(workshop, sources)
            }
            (Self::Zig(zig), Dialect::Cpp) => {
                let objects = zig.objects(workshop, sources)?;
                zig.driver(workshop, dialect, sources, &objects)
            }
            (Self::Zig(zig), Dialect::C) => zig.driver(workshop, dialect, sources, &sources.c),
            (Self::Clang(program), _) => clang_driver(workshop, program, sources),
        };
        let doing = format!("compiling {}", dialect.title());
        let output = run(workshop, &doing, &mut command)?;
        let warnings = String::from_utf8_lossy(&output);
        if !warnings.trim().is_empty() {
            eprintln!("{}", warnings.trim_end());
        }
        Ok(())
    }
}

impl Zig {
    /// A command of zig in the project's folder. Its caches of the project lie in the project's own folder.
    fn command(&self, workshop: &Workshop, command: &str) -> Command {
        let mut zig = toolchain_program(&self.program);
        zig.args(self.before).arg(command);
        let cache = workshop.own_folder().join("build/zig");
        // Zig looks for its global cache in the home folder, and fails without one.
        if CACHES.iter().all(|name| std::env::var_os(name).is_none()) {
            zig.env(GLOBAL_CACHE, cache.join("global"));
        }
        zig.current_dir(&workshop.project)
            .env("ZIG_LOCAL_CACHE_DIR", cache);
        zig
    }

    /// Compiles the sources in C, which cannot be compiled in one command with C++. Gives the objects.
    fn objects(&self, workshop: &Workshop, sources: &Sources) -> anyhow::Result<Vec<PathBuf>> {
        let folder = workshop.build_folder()?.join("objects");
        std::fs::create_dir_all(&folder)
            .with_context(|| format!("cannot make {}", folder.display()))?;
        let mut objects = Vec::new();
        for (index, source) in sources.c.iter().enumerate() {
            let mut command = self.command(workshop, "cc");
            command
                .args(["-target", "wasm32-wasi", "-Os", "-std=gnu23", "-c"])
                .args(SANITIZER)
                .arg(ASSERTIONS)
                .args(sources.defined());
            map_paths(&mut command, workshop);
            for headers in &sources.headers {
                command.arg("-I").arg(headers);
            }
            let object = folder.join(format!("{index}.o"));
            command.arg(source).arg("-o").arg(&object);
            run(workshop, "compiling the SDK", &mut command)?;
            objects.push(object);
        }
        Ok(objects)
    }

    fn driver(
        &self,
        workshop: &Workshop,
        dialect: Dialect,
        sources: &Sources,
        others: &[PathBuf],
    ) -> Command {
        let (command, standard): (_, &[&str]) = match dialect {
            Dialect::Cpp => (
                "c++",
                &[
                    "-std=gnu++23",
                    "-fno-exceptions",
                    "-fno-rtti",
                    "-include",
                    LIBRARY_CHECKS,
                ],
            ),
            Dialect::C | Dialect::Zig => ("cc", &["-std=gnu23"]),
        };
        let mut command = self.command(workshop, command);
        command
            .args(standard)
            .args(["-target", "wasm32-wasi", "-mexec-model=reactor", "-Os"])
            .args(["-z", &format!("stack-size={STACK}")]);
        arguments(&mut command, workshop, sources, others);
        command
    }

    /// Writes the headers as a module of Zig, and the root of the program.
    fn translate(&self, workshop: &Workshop, sources: &Sources) -> anyhow::Result<()> {
        let mut command = self.command(workshop, "translate-c");
        command.args(["-target", "wasm32-wasi", "-lc"]);
        for folder in &sources.headers {
            command.arg("-I").arg(folder);
        }
        command.arg(sources.generated.join("provider.h"));
        let text = run(workshop, "reading the headers with zig", &mut command)?;
        let generated = workshop.project.join(&sources.generated);
        crate::component::write(&generated.join("pulumi_wasm.zig"), &text)?;
        crate::component::write(
            &generated.join(ROOT),
            include_bytes!("pw_root.zig").as_slice(),
        )
    }

    fn program(&self, workshop: &Workshop, sources: &Sources) -> Command {
        let mut command = self.command(workshop, "build-exe");
        command
            .args([
                "-target",
                "wasm32-wasi",
                "-O",
                "ReleaseSafe",
                // Names of functions come with debugging information, which the build removes afterwards.
                "-fno-strip",
                "-fno-entry",
                "-rdynamic",
            ])
            .args([
                "-mexec-model=reactor",
                "-lc",
                "--stack",
                STACK,
                "--name",
                "provider",
            ]);
        for folder in &sources.headers {
            command.arg("-I").arg(folder);
        }
        command
            .args(["-cflags", "-std=gnu23", "-Os"])
            .args(SANITIZER)
            .arg(ASSERTIONS)
            .args(sources.defined())
            .arg("--");
        command
            .args(&sources.c)
            .args(["--dep", "provider"])
            .arg(module("root", &sources.generated.join(ROOT)))
            .args(["--dep", "pulumi_wasm"]);
        for provider in sources.own.iter().take(1) {
            command.arg(module("provider", provider));
        }
        command.arg(module(
            "pulumi_wasm",
            &sources.generated.join("pulumi_wasm.zig"),
        ));
        let mut emitted = OsString::from("-femit-bin=");
        emitted.push(&sources.module);
        command.arg(emitted);
        command
    }
}

fn module(name: &str, file: &Path) -> OsString {
    let mut argument = OsString::from(format!("-M{name}="));
    argument.push(file);
    argument
}

/// Lets places in the module begin at the project's folder.
fn map_paths(command: &mut Command, workshop: &Workshop) {
    let mut map = OsString::from("-ffile-prefix-map=");
    map.push(&workshop.project);
    map.push("=.");
    command.arg(map);
}

/// The arguments that clang and zig's clang share. `others` are further sources, or objects.
fn arguments(command: &mut Command, workshop: &Workshop, sources: &Sources, others: &[PathBuf]) {
    command
        .args(SANITIZER)
        .arg(ASSERTIONS)
        // The lines for reports of crashes. The build keeps the lines of the author's sources.
        .args(["-gline-tables-only", "-Wall", "-Wextra"])
        .args(sources.defined());
    map_paths(command, workshop);
    for folder in &sources.headers {
        command.arg("-I").arg(folder);
    }
    command.args(&sources.own).args(others);
    command.arg("-o").arg(&sources.module);
}

fn clang_driver(workshop: &Workshop, program: &str, sources: &Sources) -> Command {
    let mut command = toolchain_program(program);
    command
        .current_dir(&workshop.project)
        .args(["--target=wasm32-wasi", "--sysroot=/", "-isystem"])
        .args(["/usr/include/wasm32-wasi", "-L/usr/lib/wasm32-wasi"])
        .args(["-std=gnu23", "-mexec-model=reactor", "-Os"])
        .arg("-Wl,--stack-first")
        .arg(format!("-Wl,-z,stack-size={STACK}"));
    arguments(&mut command, workshop, sources, &sources.c);
    command
}

/// A clang that is new enough, with a C library for Wasm. C++ is compiled with zig, because distributions keep its library in many places.
fn clang(dialect: Dialect) -> Option<String> {
    if dialect != Dialect::C || !Path::new(LIBRARY_HEADER).is_file() {
        return None;
    }
    let mut names = CLANG.into_iter();
    let name = names
        .find(|name| version(name, &["--version"]).is_some_and(|found| found >= OLDEST_CLANG))?;
    Some(name.to_owned())
}

/// Runs a command, and gives its standard output, or its warnings if it writes a module.
fn run(workshop: &Workshop, doing: &str, command: &mut Command) -> anyhow::Result<Vec<u8>> {
    match workshop.console.run(doing, command) {
        Ok(output) if output.stdout.is_empty() => Ok(output.stderr),
        Ok(output) => Ok(output.stdout),
        Err(RunError::Failed { output, .. }) => bail!("{}", mistake(&workshop.project, &output)),
        Err(error) => Err(error.into()),
    }
}

/// The report about a source that does not compile: the first place in the author's files, what the compiler said, and the next step.
fn mistake(project: &Path, output: &str) -> String {
    let project = project.display();
    let is_own = |line: &&str| !line.trim_start_matches("./").starts_with(".pulumi-wasm");
    let errors = || output.lines().filter(|line| is_error(line));
    match errors().find(is_own).or_else(|| errors().next()) {
        Some(first) => format!(
            "{project} does not compile: {}\n{output}\nhint: {}",
            first.trim_start_matches("./"),
            advice(first)
        ),
        None => format!(
            "{project} does not compile\n{output}\nhint: {}",
            advice(output)
        ),
    }
}

/// Whether a line of a compiler is an error at a place, such as `provider.c:6:5: error: …`.
fn is_error(line: &str) -> bool {
    let mut parts = line.splitn(4, ':');
    let (_, row, column, rest) = (parts.next(), parts.next(), parts.next(), parts.next());
    let is_number = |part: Option<&str>| part.is_some_and(|part| part.parse::<u32>().is_ok());
    let rest = rest.unwrap_or_default().trim_start();
    is_number(row)
        && is_number(column)
        && (rest.starts_with("error:") || rest.starts_with("fatal error:"))
}

/// The next step after an error of a compiler or a linker.
fn advice(error: &str) -> &'static str {
    let has = |words: &[&str]| words.iter().any(|word| error.contains(word));
    if has(&[
        "no member named",
        "undeclared",
        "no field named",
        "unknown type name",
    ]) {
        "the names of your types and properties are in `.pulumi-wasm/c/provider.h`, which the build makes of the manifest"
    } else if has(&["undefined symbol"]) {
        "a function is used and not defined: the build compiles the files beside the source and in `src`, and no others"
    } else if has(&["file not found"]) {
        "headers are found beside the source and in the C library for Wasm, and nowhere else on this machine"
    } else {
        "correct the first error, and build again"
    }
}

/// The version that a program prints. `None` if the program is missing.
fn version(program: &str, arguments: &[&str]) -> Option<(u32, u32)> {
    let output = toolchain_program(program).args(arguments).output().ok()?;
    parse_version(&String::from_utf8_lossy(&output.stdout))
}

/// `Debian clang version 19.1.7 (3)` and `0.17.1`.
fn parse_version(text: &str) -> Option<(u32, u32)> {
    let line = text.lines().next()?;
    let mut words = line.split_whitespace();
    words.find_map(|word| {
        let mut numbers = word.split(['.', '-']);
        Some((numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistake_is_told_with_the_authors_place_first() {
        let project = Path::new("/home/me/demo");
        let output = "In file included from provider.c:1:\n.pulumi-wasm/c/provider.h:9:1: error: x\n./src/a.c:3:4: warning: w\n\
                      provider.c:6:31: error: no member named 'slautation' in 'greeting_inputs'\n    6 | …\n1 error generated.\n";
        let told = mistake(project, output);
        assert!(
            told.starts_with(
                "/home/me/demo does not compile: provider.c:6:31: error: no member named 'slautation'"
            ),
            "{told}"
        );
        assert!(
            told.contains("1 error generated.") && told.contains("hint: the names of your types"),
            "{told}"
        );
        for (output, advice) in [
            (
                "provider.zig:4:2: error: expected type",
                "hint: correct the first error",
            ),
            (
                "./a.c:1:10: fatal error: 'curl.h' file not found",
                "hint: headers are found",
            ),
            (
                "wasm-ld: error: a.o: undefined symbol: helper",
                "hint: a function is used",
            ),
        ] {
            let told = mistake(project, output);
            assert!(told.contains(advice), "{told}");
        }
    }

    #[test]
    fn versions_are_read() {
        for (text, expected) in [
            ("0.17.1\n", Some((0, 17))),
            (
                "Debian clang version 19.1.7 (3~deb12u1)\nTarget: x\n",
                Some((19, 1)),
            ),
            ("0.18.0-dev.1+abc", Some((0, 18))),
            ("none", None),
        ] {
            assert_eq!(parse_version(text), expected, "{text}");
        }
    }
}
