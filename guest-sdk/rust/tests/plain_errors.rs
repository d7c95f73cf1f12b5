//! The compiler's errors for mistakes in components, in checks and in `provider!`: they use this crate's terms.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test"
)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The code before the mistake.
const BEGINNING: &str = r#"
#![allow(unused)]
use pulumi_wasm_provider::prelude::*;

#[derive(Component)]
struct Site {
    title: Input<String>,
    url: Output<String>,
}

struct Bare;

fn mistake(inputs: SiteInputs, cx: &ComponentContext) -> Result<()> {
"#;

/// Mistakes in a function of a component, with the compiler's first error.
const MISTAKES: [(&str, &str); 8] = [
    (
        "inputs.title.apply(|title| std::time::Instant::now());",
        "`Instant` is not a type that a property can have",
    ),
    (
        "inputs.title.cast::<Bare>().apply(|bare| 1);",
        "`apply` cannot take a `Bare`",
    ),
    (
        "properties! { since: std::time::Instant::now() };",
        "a declared property cannot be a `Instant`",
    ),
    (
        "cx.child(\"a\", 5, ())?;",
        "`{integer}` does not name a type of resources",
    ),
    (
        "cx.child(\"a\", \"b:c:D\", 5)?;",
        "`{integer}` is not a set of properties",
    ),
    (
        "cx.child(\"a\", of::<Bare>(), ())?;",
        "`Bare` is not a resource or a component of this package",
    ),
    ("all((1, 2));", "`all` cannot join a `{integer}`"),
    (
        "let list: Output<Vec<String>> = Output::from(Vec::new()); interpolate!(\"{list}\");",
        "`interpolate!` cannot print a `pulumi_wasm_provider::Output<Vec<String>>`",
    ),
];

/// The folder of this very test, which has what it was linked with.
fn libraries() -> PathBuf {
    let test = std::env::current_exe().unwrap();
    test.parent().unwrap().to_owned()
}

/// The newest build of a library.
fn library(folder: &Path) -> PathBuf {
    let entries = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let built = entries.filter(|path| {
        let name = path.file_name().unwrap().to_string_lossy();
        name.starts_with("libpulumi_wasm_provider-") && name.ends_with(".rlib")
    });
    let newest = built.max_by_key(|path| fs::metadata(path).unwrap().modified().unwrap());
    newest.expect("the library was built for this test")
}

/// The compiler's errors for a source.
fn compile(name: &str, source: &str) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let file = folder.join(format!("{name}.rs"));
    fs::write(&file, source).unwrap();
    let libraries = libraries();
    let compiler = Path::new(env!("CARGO")).with_file_name("rustc");
    let output = Command::new(compiler)
        .args([
            "--edition",
            "2024",
            "--crate-type",
            "lib",
            "--emit",
            "metadata",
        ])
        .arg("--out-dir")
        .arg(folder)
        .arg("-L")
        .arg(format!("dependency={}", libraries.display()))
        .arg("--extern")
        .arg(format!(
            "pulumi_wasm_provider={}",
            library(&libraries).display()
        ))
        .arg(&file)
        .output()
        .unwrap();
    assert!(!output.status.success(), "{name} was accepted");
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn a_mistake_in_a_component_is_told_in_plain_words() {
    let mut wrong = Vec::new();
    for (index, (mistake, expected)) in MISTAKES.iter().enumerate() {
        let source = format!("{BEGINNING}    {mistake}\n    Ok(())\n}}\n");
        let said = compile(&format!("mistake_{index}"), &source);
        if !said
            .lines()
            .any(|line| line.starts_with("error[E0277]") && line.contains(expected))
        {
            wrong.push(format!("{mistake}\n{said}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn a_component_that_nothing_constructs_is_refused() {
    let source =
        format!("{BEGINNING} Ok(()) }}\nprovider!(Provider::new(\"a\").component::<Site>());");
    let said = compile("unconstructed", &source);
    assert!(
        said.contains("the component `Site` does not implement `Construct`"),
        "{said}"
    );
    assert!(said.contains("write `impl Construct for Site`"), "{said}");
}

/// The text before a declaration.
const DECLARED: &str = r#"
#![allow(unused)]
use pulumi_wasm_provider::prelude::*;

#[derive(Config)]
struct Settings {
    server_url: String,
    #[property(secret)]
    token: String,
    user: Option<String>,
}

#[derive(Object, Clone)]
struct Rule {
    port: u16,
}

#[derive(Object, Clone)]
struct Zone {
    name: String,
    rules: Vec<Rule>,
}

"#;

#[test]
fn a_failure_names_a_property_that_exists() {
    for (argument, expected) in [
        (
            "\"name\"",
            "name a property by the constant of its field, not by a text",
        ),
        ("Zone::NAM", "no associated item named `NAM` found"),
        ("Zone::NAME.index(1)", "`String: Elements`"),
        ("Zone::RULES.key(\"a\")", "`Vec<Rule>: Entries`"),
        (
            "Zone::RULES.field(Rule::PORT)",
            "`Vec<Rule>` does not have this property",
        ),
        (
            "Zone::RULES.index(1).field(Zone::NAME)",
            "expected `PropertyName<Rule, _>`, found `PropertyName<Zone, String>`",
        ),
    ] {
        let source = format!(
            "{DECLARED}fn check(cx: &CheckContext) {{ cx.fail({argument}, \"is wrong\"); }}"
        );
        let said = compile("failure", &source);
        assert!(said.contains(expected), "{argument}: {said}");
    }
}

#[test]
fn a_mistake_in_a_declaration_ends_the_compilation_at_its_line() {
    for (calls, expected) in [
        (
            ".net(Net::host(\"config:serverUrl\"))",
            "a host in the configuration is named by the constant of its field: write `Net::from(Settings::SERVER_URL)`",
        ),
        (".net(Net::from(\"config:serverUrl\"))", "mismatched types"),
        (
            ".net(Net::from(Settings::SERVER))",
            "no associated item named `SERVER` found",
        ),
        (
            ".net(Net::from(Zone::NAME))",
            "`Zone: ConfigState` is not satisfied",
        ),
        (
            ".net(Net::host(\"a\").requird())",
            "no method named `requird` found",
        ),
        (
            ".net(Net::host(\"a\").credential(Credential::basic(Settings::TOKEN)))",
            "a basic authorization has a user: add `.user(\"…\")` or `.user_config(Settings::USER)`",
        ),
        (
            ".net(Net::host(\"a\").credential(Credential::bearer(Settings::TOKEN).host_only()))",
            "the host keeps the value, so the provider does not get it: make the field `HostOnly`",
        ),
        (
            ".net(Net::host(\"a\").tls(Tls::new().certificate(Settings::USER)))",
            "a `certificate` needs its `key`",
        ),
        (
            ".component::<Site>().package(Package::new(\"random\").version(\"4.18\"))",
            "a version has three numbers, such as `4.18.0`",
        ),
    ] {
        let site = "#[derive(Component)] struct Site {} impl Construct for Site { \
                    fn construct(_: SiteInputs, _: &ComponentContext) -> Result<SiteOutputs> { Ok(SiteOutputs) } }";
        let source = format!(
            "{DECLARED}{site}\nprovider!(Provider::new(\"a\").version(\"1.0.0\").description(\"\").homepage(\"\")\
             .repository(\"\").license(\"\").config::<Settings>()\n{calls});\n"
        );
        let said = compile("declaration", &source);
        assert!(said.contains(expected), "{calls}: {said}");
        let line = source.lines().count();
        assert!(
            said.contains(&format!("declaration.rs:{line}:")),
            "{calls}: {said}"
        );
    }
}

#[test]
fn mistakes_in_options_are_the_only_errors() {
    let source = "use pulumi_wasm_provider::prelude::*;
#[derive(Resource)]
#[resource(concurency = 1)]
struct Zone {
    #[property(secrte)]
    name: String,
    #[property(output, default = 1)]
    serial: i64,
}
#[resource]
impl Lifecycle for Zone {
    fn create(request: CreateRequest<Self>, _: &CreateContext) -> Result<Created<Self>> {
        Ok(Created::new(request.inputs.name, ZoneOutputs { serial: 1 }))
    }
}
";
    let said = compile("options", source);
    let errors: Vec<&str> = said
        .lines()
        .filter(|line| line.starts_with("error"))
        .collect();
    assert_eq!(
        errors,
        [
            "error: `#[resource(…)]` has no option `concurency`",
            "error: `#[property(…)]` has no option `secrte`",
            "error: an output has no default: the provider always sets it",
            "error: aborting due to 3 previous errors",
        ],
        "{said}"
    );
}
