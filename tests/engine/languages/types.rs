//! The modules that `pulumi-wasm add` wrote for a provider in Python, as a type checker sees them.

use std::fs;
use std::path::Path;
use std::process::Command;

use test_support::pulumi::engine::given;

/// Each line that ends with `# wrong` is a mistake, and no other line is.
const MISTAKES: &str = r#"
from pulumi_wasm_provider import ComponentContext, Output
from hostile_one_resources import Type, Type_
from random_resources import RandomPassword, RandomPet


def construct(cx: ComponentContext, text: Output[str]) -> None:
    password = RandomPassword(cx, "password", {"length": 12, "keepers": {"a": text}}, protect=True)
    RandomPassword(cx, "password", {"lenght": 12})  # wrong
    RandomPassword(cx, "password", {})  # wrong
    RandomPassword(cx, "password", {"length": text})  # wrong
    RandomPassword(cx, "password", {"length": 12}, protekt=True)  # wrong
    number: Output[int] = password.result  # wrong
    password.reslt  # wrong
    thing = Type(cx, "thing", {"fooBar": 1, "self": {"Self": text}, "hue": "red", "level": -2, "mixed": [1, 2.5]})
    Type(cx, "thing", {"fooBar": 1, "self": {"Self": "a"}, "hue": "blue"})  # wrong
    Type(cx, "thing", {"fooBar": 1, "self": {"Self": "a"}, "level": 3})  # wrong
    Type(cx, "thing", {"fooBar": 1, "self": {"Self": "a", "next": {"Self": 1}}})  # wrong
    Type(cx, "thing", {"fooBar": 1, "self": {"Self": "a"}, "mixed": {"a": 1}})  # wrong
    colours = thing.property_.apply(lambda colours: colours[0])
    level: Output[int] = colours  # wrong
    Type_(cx, "url", {}, depends_on=[thing, password])
    RandomPet(cx, "pet", {"prefix": password.result, "length": None}, parent=thing)
"#;

/// mypy's output in its strictest mode for files that use the modules in a folder.
fn mypy(modules: &Path, folder: &Path, files: &[&str]) -> (bool, String) {
    let sdk = Path::new(env!("CARGO_MANIFEST_DIR")).join("guest-sdk/python/src");
    let paths = std::env::join_paths([sdk, modules.to_owned()]).unwrap();
    let output = Command::new(given("PULUMI_WASM_TEST_PYTHON"))
        .env("MYPYPATH", paths)
        .current_dir(folder)
        .args(["-m", "mypy", "--strict", "--cache-dir"])
        .arg(Path::new(env!("CARGO_TARGET_TMPDIR")).join("mypy-strict"))
        .args(files)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    (output.status.success(), said)
}

#[test]
fn typed_modules_in_python_pass_the_strictest_check_and_mistakes_with_them_do_not() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let modules = [
        "typed.py",
        "hostile_one_resources.py",
        "random_resources.py",
    ];
    let site = root.join("tests/components/python/site");
    let (passes, said) = mypy(&site, &site, &modules);
    assert!(passes, "{said}");

    // Those of an example, and the provider that uses them.
    let website = root.join("examples/python/website");
    let modules = [
        "website_provider.py",
        "powerdns_resources.py",
        "random_resources.py",
    ];
    let (passes, said) = mypy(&website, &website, &modules);
    assert!(passes, "{said}");

    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("mistakes.py"), MISTAKES).unwrap();
    let (passes, said) = mypy(&site, folder.path(), &["mistakes.py"]);
    assert!(!passes, "{said}");
    for (number, line) in MISTAKES.lines().enumerate() {
        let place = format!("mistakes.py:{}: error:", number + 1);
        let is_wrong = line.ends_with("# wrong");
        assert_eq!(said.contains(&place), is_wrong, "{line}\n{said}");
    }
}
