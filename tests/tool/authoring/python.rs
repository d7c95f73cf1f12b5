//! `build` of projects in Python: their mistakes are told in their author's terms.
//!
//! This machine's interpreter reads the provider; pip and componentize-py are scripts.

use std::fs;
use std::process::Command;

use super::Author;
use test_support::fake::guest::Guest;

pub(super) const GOOD: &str = "\
from pulumi_wasm_provider import CreateContext, Output, Provider, Resource


class Thing(Resource):
    label: str

    def create(self, cx: CreateContext) -> str:
        return self.label


provider = Provider(resources=[Thing])
";

/// An author with Python, whose pip and whose componentize-py do this.
pub(super) fn author(provider: &str, pip: &str, componentize: &str) -> Author {
    let author = Author::new();
    author.write(
        "pyproject.toml",
        "[project]\nname = \"acme\"\nversion = \"1.2.3\"\ndependencies = [\n  \"tomli>=2\",\n]\n\n[tool.pulumi-wasm]\nmodule = \"acme\"\n",
    );
    author.write("acme.py", provider);
    // A program on PATH may be a script that looks for the interpreter elsewhere.
    let asked = Command::new("python3")
        .args(["-c", "import sys; print(sys.executable)"])
        .output()
        .unwrap();
    let real = String::from_utf8(asked.stdout).unwrap();
    author.has(
        "python3",
        &format!(
            "case \"$*\" in\n\
             '-m venv '*)\n  for venv; do :; done\n  /bin/mkdir -p $venv/bin\n  /bin/cp \"$0\" $venv/bin/python\n\
             \n  /bin/cp \"${{0%/*}}/componentize-py\" $venv/bin\n  echo executable = \"$0\" > $venv/pyvenv.cfg\n\
             \n  case \"$*\" in *--without-pip*) ;; *) echo > $venv/bin/pip ;; esac ;;\n\
             '-m pip --python '*' --version') exit ${{MACHINE_PIP:-1}} ;;\n\
             '-m pip '*componentize*) echo \"$*\" >> $HOME/pip ;;\n\
             '-m pip '*)\n{pip}\n;;\n\
             *) exec {} \"$@\" ;;\nesac",
            real.trim()
        ),
    );
    author.has("componentize-py", componentize);
    author
}

#[test]
fn mistakes_in_a_provider_are_told_with_their_line() {
    let author = author(GOOD, "", "echo it must not come to this; exit 1");
    for (from, to, says) in [
        (
            "label: str",
            "label: complex",
            &["acme.py:5: Thing.label: complex is not a type"][..],
        ),
        (
            "label: str",
            "label: set[str]",
            &["acme.py:5: Thing.label: set is not a type", "write list"],
        ),
        (
            "cx: CreateContext) -> str",
            "cx: CreateContext -> str",
            &["acme.py:7: ", "def create(self, cx: CreateContext -> str:"],
        ),
        (
            "\n\nclass",
            "\nimport os\nKEY = os.environ[\"ACME_KEY\"]\n\nclass",
            &[
                "acme.py:4: `os.environ` does not work",
                "use `cx.env(\"NAME\")`",
            ],
        ),
        (
            "\n\nclass",
            "\nKEYS = {}\nKEY = KEYS[\"ACME_KEY\"]\n\nclass",
            &[
                "KeyError: 'ACME_KEY'",
                "at acme.py:4, in <module>",
                "hint: modules are imported once",
            ],
        ),
        (
            "\n    def create",
            "\n    def destory(self, cx: CreateContext) -> None:\n        pass\n\n    def create",
            &["Thing.destory: is not a hook, so the host never calls it: did you mean `delete`?"],
        ),
        (
            "\n\nclass",
            "\nimport threading\nthreading.Thread(target=print).start()\n\nclass",
            &[
                "acme.py:4: `threading.Thread` does not work",
                "a component has one thread",
            ],
        ),
        (
            "\n\nclass",
            "\nimport socket\nsocket.create_connection((\"127.0.0.1\", 1))\n\nclass",
            &[
                "acme.py:4: `socket.create_connection` does not work",
                "a component has no sockets: use `http` of pulumi_wasm_provider",
            ],
        ),
        (
            "\n\nclass",
            "\nimport aiohttp\n\nclass",
            &["acme.py:3: `aiohttp` does not work: a component has no sockets: use `http`"],
        ),
        (
            "\n\nclass",
            "\nimport requets\n\nclass",
            &["No module named 'requets'", "`[project] dependencies`"],
        ),
    ] {
        assert!(GOOD.contains(from), "{from}");
        author.write("acme.py", GOOD.replacen(from, to, 1));
        let ran = author.runs(&["build"]);
        assert!(!ran.succeeded, "{to}: {}", ran.output);
        ran.says(&["error: "]);
        ran.says(says);
        let said = &ran.errors;
        assert!(
            !said.contains("Traceback") && !said.contains("panicked"),
            "{said}"
        );
    }
}

#[test]
fn what_a_provider_does_not_list_is_a_warning_of_the_build() {
    let author = author(GOOD, "", "");
    let module = author.directory.path().join("made.wasm");
    fs::write(&module, Guest::new().build()).unwrap();
    let copied = format!(
        "for output; do :; done; /bin/cp {} $output",
        module.display()
    );
    author.has("componentize-py", &copied);
    assert!(
        !author
            .runs(&["build"])
            .succeeds()
            .errors
            .contains("warning")
    );
    let other = "\nclass Other(Thing):\n    pass\n\n\nprovider";
    author.write("acme.py", GOOD.replacen("\nprovider", other, 1));
    let ran = author.runs(&["build"]).succeeds();
    ran.says(&["warning: acme.py:11: Other: is a resource class that is not in `resources` of the provider"]);
}

#[test]
fn a_dependency_with_compiled_parts_is_told_with_its_line() {
    let pip = "echo 'ERROR: Could not find a version that satisfies the requirement tomli>=2 (from versions: none)' >&2\n\
               echo 'ERROR: No matching distribution found for tomli>=2' >&2\nexit 1";
    author(GOOD, pip, "").runs(&["build"]).fails(&[
        "pyproject.toml:5: no version of `tomli>=2` runs in a component",
        "compiled parts",
    ]);
}

#[test]
fn a_failure_in_the_component_alone_is_told_by_the_authors_lines() {
    let fails = "\
cat() { while IFS= read -r line; do echo \"$line\"; done; }
cat >&2 <<'END'
Traceback (most recent call last):
  File \"/0/provider_component.py\", line 3, in <module>
    Description, Lifecycle = bind(\"acme\", \"{}\")
  File \"/0/acme.py\", line 2, in <module>
    import fancy
  File \"/2/fancy/__init__.py\", line 9, in <module>
    from . import _native
ImportError: cannot import name '_native' from 'fancy'

Caused by:
    error while executing at wasm backtrace
END
exit 1";
    let ran = author(GOOD, "", fails).runs(&["build"]);
    ran.fails(&[
        "cannot make a component of the provider: ImportError: cannot import name '_native' from 'fancy'",
        "  at acme.py:2, in <module>\n      import fancy\n",
        "  at fancy/__init__.py:9, in <module>\n",
        "compiled packages",
    ]);
    assert!(!ran.errors.contains("wasm backtrace"), "{}", ran.errors);
}

#[test]
fn a_python_without_environments_is_told_what_to_install() {
    let author = author(GOOD, "", "");
    author.has(
        "python3",
        "case \"$*\" in *version_info*) echo 3 11 ;; *) echo 'No module named venv' >&2; exit 1 ;; esac",
    );
    let ran = author.runs(&["build"]);
    ran.fails(&["No module named venv", "apt-get install python3-venv"]);
}

#[test]
fn all_projects_of_a_user_share_an_environment() {
    let author = author(GOOD, "", "");
    let module = author.directory.path().join("made.wasm");
    fs::write(&module, Guest::new().build()).unwrap();
    author.has(
        "componentize-py",
        &format!(
            "for output; do :; done; /bin/cp {} $output",
            module.display()
        ),
    );
    let ran = author.runs(&["build"]).succeeds();
    ran.says(&["making an environment for Python", "built       acme.wasm"]);
    let link = author.work().join(".pulumi-wasm/venv");
    let environment = link.read_link().unwrap();
    assert!(
        environment.starts_with(author.toolchains()) && environment.join("bin/python").is_file()
    );
    let says_nothing_of_it = |author: &Author| {
        let ran = author.runs(&["build"]).succeeds();
        ran.says(&["built       acme.wasm"]);
        assert!(
            !ran.errors.contains("making an environment"),
            "{}",
            ran.errors
        );
        assert_eq!(link.read_link().unwrap(), environment);
    };
    // A new clone.
    fs::remove_dir_all(author.work().join(".pulumi-wasm")).unwrap();
    says_nothing_of_it(&author);
    // A commit brings a link to another environment.
    fs::remove_dir_all(author.work().join(".pulumi-wasm/build")).unwrap();
    fs::remove_file(&link).unwrap();
    std::os::unix::fs::symlink("/usr", &link).unwrap();
    says_nothing_of_it(&author);
}

#[test]
fn an_environment_that_was_not_completed_is_made_again() {
    let author = author(GOOD, "", "echo it has no component; exit 1");
    let makes_it = || {
        let ran = author.runs(&["build"]);
        ran.fails(&["it has no component"]);
        ran.errors.contains("making an environment")
    };
    assert!(makes_it());
    assert!(!makes_it());
    let environment = author.work().join(".pulumi-wasm/venv").read_link().unwrap();
    // A build was killed, or Python was removed from the machine.
    for lost in ["componentize-py.installed", "bin/python"] {
        fs::remove_file(environment.join(lost)).unwrap();
        assert!(makes_it(), "{lost}");
        assert!(!makes_it(), "{lost}");
    }
}

#[test]
fn builds_of_two_projects_install_a_toolchain_once() {
    let author = author(GOOD, "", "echo it has no component; exit 1");
    for name in ["one", "two"] {
        for file in ["pyproject.toml", "acme.py"] {
            let text = fs::read(author.work().join(file)).unwrap();
            author.write(&format!("{name}/{file}"), text);
        }
    }
    let builds = ["one", "two"].map(|name| {
        let mut command = author.command(&["build", name]);
        command.stderr(std::process::Stdio::piped());
        command.spawn().unwrap()
    });
    let made = builds.map(|build| {
        let output = build.wait_with_output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains("it has no component"), "{said}");
        usize::from(said.contains("installing componentize-py"))
    });
    assert_eq!(made.iter().sum::<usize>(), 1);
}

#[test]
fn an_environment_gets_a_pip_of_its_own_only_where_it_needs_one() {
    for (works, has_own) in [("0", false), ("1", true)] {
        let author = author(GOOD, "", "echo it has no component; exit 1");
        let mut command = author.command(&["build"]);
        command
            .env("MACHINE_PIP", works)
            .env("PULUMI_WASM_BUILD_ENV", "OTHER, MACHINE_PIP");
        let ran = super::Ran::of(&command.output().unwrap());
        ran.fails(&["it has no component"]);
        let own = author.work().join(".pulumi-wasm/venv/bin/pip");
        assert!(own.parent().unwrap().is_dir());
        assert_eq!(own.exists(), has_own, "{}", ran.errors);
        let asked = fs::read_to_string(author.home().join("pip")).unwrap();
        assert_eq!(asked.contains("--python "), !has_own, "{asked}");
        assert!(asked.contains("install componentize-py=="), "{asked}");
    }
}

#[test]
fn only_what_goes_into_the_component_decides_whether_it_is_built() {
    let author = author(GOOD, "", "");
    let module = author.directory.path().join("made.wasm");
    fs::write(&module, Guest::new().build()).unwrap();
    author.has(
        "componentize-py",
        &format!(
            "echo built >> $HOME/built; for output; do :; done; /bin/cp {} $output",
            module.display()
        ),
    );
    let builds = || {
        author.runs(&["build"]).succeeds();
        let lines = fs::read_to_string(author.home().join("built")).unwrap();
        lines.lines().count()
    };
    assert_eq!(builds(), 1);
    let project = fs::read_to_string(author.work().join("pyproject.toml")).unwrap();
    author.write("test_acme.py", "# a test\n");
    author.write("acme_test.py", "# another one\n");
    author.write("conftest.py", "");
    author.write("README.md", "# Acme\n");
    author.write(
        "pyproject.toml",
        format!("{project}\n[tool.mypy]\nstrict = true\n"),
    );
    assert_eq!(builds(), 1);
    let staged = author.work().join(".pulumi-wasm/build/python");
    let mut names: Vec<_> = fs::read_dir(staged)
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    names.sort();
    assert_eq!(names, ["acme.py", "provider_component.py"]);
    for (file, content) in [
        ("words.txt", "data that the provider reads\n"),
        ("pyproject.toml", &project.replace("1.2.3", "1.2.4")),
    ] {
        let before = builds();
        author.write(file, content);
        assert_eq!(builds(), before + 1, "{file}");
    }
}
