//! Findings in sources.

use super::*;

fn found(files: &[(&str, &str)]) -> Found {
    let folder = tempfile::tempdir().unwrap();
    let paths: Vec<_> = files
        .iter()
        .map(|(name, text)| {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(&path, text).unwrap();
            (path, PathBuf::from(name))
        })
        .collect();
    let mut found = Found::default();
    read(paths.into_iter(), &mut found).unwrap();
    found
}

fn variables(files: &[(&str, &str)]) -> Vec<String> {
    let found = found(files).variables.into_iter();
    found
        .map(|(name, place)| format!("{name} {place}"))
        .collect()
}

/// The variables that statements of a function read, beside the declarations of a file.
fn read_by(declarations: &str, statements: &str) -> Vec<String> {
    let source = format!(
        "package main\n\nimport (\n\t\"fmt\"\n\t\"os\"\n)\n\n{declarations}\n\nfunc main() {{\n{statements}\n}}\n"
    );
    found(&[("main.go", &source)])
        .variables
        .into_keys()
        .collect()
}

/// Addresses have the words of such names as well.
#[test]
fn packages_of_the_standard_library_are_known_by_other_names() {
    let text = "package main\nimport (\n\trun \"os/exec\"\n\tenv \"os\"\n)\n\
        var address = \"https://run.acme.example\"\nfunc main() {\n\trun.Command(\"ls\")\n\tenv.Getenv(\"ACME_TOKEN\")\n}\n";
    let found = found(&[("main.go", text)]);
    let place = |line: u8| format!("main.go:{line}");
    assert_eq!(
        found.hosts,
        BTreeMap::from([("run.acme.example".to_owned(), place(6))])
    );
    assert_eq!(
        found.variables,
        BTreeMap::from([("ACME_TOKEN".to_owned(), place(9))])
    );
    assert_eq!(found.impossible[0].0, "main.go:8: `exec.Command`");
}

#[test]
fn variables_addresses_and_impossible_calls_are_found_with_their_places() {
    let text = r#"package main
import ("os"; run "os/exec"; "os/user")
// os.Getenv("NOT_THIS") "https://not.acme.example"
const base = "https://api.acme.example/v1"
var plain = "http://127.0.0.1:8081"
func main() {
	a.Describe(&c.X, "https://docs.acme.example/page")
	token := os.Getenv("ACME_TOKEN") // os.Getenv("NOT_THAT")
	if _, ok := os.LookupEnv("ACME_DEBUG"); ok {
	}
	name := os.Getenv(key)
	run.Command("ls").Run()
	os.ReadFile(path)
	user.Current()
	other.Command("ls").Run()
	/* run.Command("ls") */ use("os.ReadFile(x)", `os.Getenv("NEITHER_THIS")`)
}
"#;
    let found = found(&[("client.go", text)]);
    let variables: Vec<_> = found.variables.iter().collect();
    let [(debug, of_debug), (token, of_token)] = variables.as_slice() else {
        panic!("{variables:?}");
    };
    assert_eq!(
        (debug.as_str(), of_debug.as_str()),
        ("ACME_DEBUG", "client.go:9")
    );
    assert_eq!(
        (token.as_str(), of_token.as_str()),
        ("ACME_TOKEN", "client.go:8")
    );
    let hosts: Vec<_> = found.hosts.keys().map(String::as_str).collect();
    assert_eq!(hosts, ["api.acme.example", "http://127.0.0.1:8081"]);
    let places: Vec<_> = found
        .impossible
        .iter()
        .map(|(place, _)| place.as_str())
        .collect();
    assert_eq!(
        places,
        [
            "client.go:12: `exec.Command`",
            "client.go:13: `os.ReadFile`",
            "client.go:14: `user.Current`"
        ]
    );
}

#[test]
fn names_of_variables_are_known_by_their_values() {
    let declarations = r#"const prefix = "ACME_"
const raw, typed = `ACME_RAW`, string("ACME_TYPED")
const joined = prefix + "JOINED"
const (
	first, second = "ACME_FIRST", "ACME_SECOND"
)
type key string
const keyed key = "ACME_KEYED"
var list = []string{
	"ACME_LIST",
}
var table = map[string]string{"a": "ACME_TABLE"}"#;
    for (statements, expected) in [
        (
            "use(os.Getenv(raw), os.Getenv(typed))",
            vec!["ACME_RAW", "ACME_TYPED"],
        ),
        (
            "use(os.Getenv(joined), os.Getenv(prefix + \"A\" + \"B\"))",
            vec!["ACME_AB", "ACME_JOINED"],
        ),
        (
            "use(os.Getenv(first), os.Getenv(second))",
            vec!["ACME_FIRST", "ACME_SECOND"],
        ),
        ("os.Getenv(string(keyed))", vec!["ACME_KEYED"]),
        ("os.Getenv(\n\t`ACME_LINE`,\n)", vec!["ACME_LINE"]),
        ("os.Getenv((\"ACME_BRACKETS\"))", vec!["ACME_BRACKETS"]),
        (
            "for _, name := range list {\n\tos.Getenv(name)\n}",
            vec!["ACME_LIST"],
        ),
        (
            "for _, name := range table {\n\tos.Getenv(name)\n}",
            vec!["ACME_TABLE"],
        ),
        (
            "for _, name := range []string{\"ACME_A\", prefix + \"B\"} {\n\tos.Getenv(name)\n}",
            vec!["ACME_A", "ACME_B"],
        ),
        ("for name := range table {\n\tos.Getenv(name)\n}", vec![]),
        (
            "name := \"ACME_OLD\"\nname = \"ACME_NEW\"\nos.Getenv(name)",
            vec!["ACME_NEW"],
        ),
        (
            "var name string = \"ACME_VAR\"\nos.Getenv(name)",
            vec!["ACME_VAR"],
        ),
        ("raw := other()\nos.Getenv(raw)", vec![]),
        (
            "os.Getenv(fmt.Sprintf(\"%s_%s\", \"ACME\", \"FORMAT\"))",
            vec!["ACME_FORMAT"],
        ),
        ("os.Getenv(fmt.Sprintf(\"ACME_%d\", 5))", vec![]),
        (
            "os.ExpandEnv(\"${ACME_HOME}/x$ACME_NAME-$1\")",
            vec!["ACME_HOME", "ACME_NAME"],
        ),
        (
            "os.Expand(\"$ACME_A\", os.Getenv)\nos.Expand(\"$ACME_B\", other)",
            vec!["ACME_A"],
        ),
        ("os.Getenv(\"not a name\")\nos.Getenv(\"\")", vec![]),
        ("a := a\nos.Getenv(a)", vec![]),
        (
            "name := \"ACME_\"\nname += \"MORE\"\nos.Getenv(name)",
            vec!["ACME_MORE"],
        ),
        (
            "name := \"ACME_A\"\nfor {\n\tname += other()\n}\nos.Getenv(name)",
            vec![],
        ),
        (
            "name := \"ACME_A\"\nname, other = f()\nos.Getenv(name)",
            vec![],
        ),
    ] {
        assert_eq!(read_by(declarations, statements), expected, "{statements}");
    }
}

#[test]
fn variables_are_found_by_calls_of_functions_that_take_a_name() {
    let env = r#"package env

import "os"

// Get is called as Get("NOT_THIS").
func Get(fallback, key string) string {
	if value := os.Getenv(key); value != "" {
		return value
	}
	return fallback
}

func first(names ...string) string {
	for _, name := range names {
		if value, ok := os.LookupEnv(name); ok {
			return value
		}
	}
	return ""
}

const region = "ACME_REGION"

func (c *config) text(key string) string { return os.Getenv(key) }

func all(c *config) {
	first("ACME_A", region)
	c.text("ACME_B")
	text("NOT_A_CALL")
	Get("DEFAULT", "ACME_C")
}
"#;
    let main = "package main\n\nimport \"acme.example/env\"\n\nfunc main() {\n\tenv.Get(\"x\",\n\t\t\"ACME_D\")\n\tother.Get(\"x\", \"NOT_OURS\")\n}\n";
    let expected = [
        "ACME_A env/env.go:27",
        "ACME_B env/env.go:28",
        "ACME_C env/env.go:30",
        "ACME_D main.go:6",
        "ACME_REGION env/env.go:27",
    ];
    assert_eq!(
        variables(&[("env/env.go", env), ("main.go", main)]),
        expected
    );
}

#[test]
fn functions_that_take_a_name_are_known_in_each_form() {
    let declarations = r#"type cfg[T any] struct{}

func (c *cfg[T]) get(name string) string { return os.Getenv(name) }
func generic[T any](name string, _ T) string { return os.Getenv(name) }
func two(one, other string) string { return os.Getenv(one) + os.Getenv(other) }
func outer(key string) string { return inner(key) }
func inner(key string) interface{} { return os.Getenv(key) }
func prefixed(name string) string { return os.Getenv("ACME_" + name + "_X") }
func list(names []string) { for _, name := range names { os.Getenv(name) } }
func shadowed(name string) { name = other(); os.Getenv(name) }
func assembly(name string) string
"#;
    for (statements, expected) in [
        ("(&cfg[int]{}).get(\"ACME_METHOD\")", vec!["ACME_METHOD"]),
        (
            "generic[int](\"ACME_A\", 1)\ngeneric(\"ACME_B\", 1)",
            vec!["ACME_A", "ACME_B"],
        ),
        (
            "fmt.Println(two(\"ACME_A\", \"ACME_B\"))",
            vec!["ACME_A", "ACME_B"],
        ),
        ("f(g(outer(\"ACME_DEEP\")))", vec!["ACME_DEEP"]),
        ("prefixed(\"A\")", vec!["ACME_A_X"]),
        ("list([]string{\"ACME_A\"})", vec![]),
        ("shadowed(\"ACME_A\")\nassembly(\"ACME_B\")", vec![]),
        (
            "run(os.Getenv)\nfunc(getenv func(string) string) { getenv(\"ACME_GIVEN\") }(os.Getenv)",
            vec!["ACME_GIVEN"],
        ),
    ] {
        assert_eq!(read_by(declarations, statements), expected, "{statements}");
    }
}

/// A method of another package may be a method of something else.
#[test]
fn a_method_of_another_package_reads_names_that_are_written_as_variables() {
    let env = "package env\n\nimport \"os\"\n\ntype Reader struct{}\n\nfunc (Reader) Get(key string) string { return os.Getenv(key) }\n";
    let main = "package main\n\nfunc main() {\n\treader.Get(\"ACME_TOKEN\")\n\tcache.Get(\"token\")\n\tcache.Get(\"TOKEN\")\n}\n";
    assert_eq!(
        variables(&[("env/env.go", env), ("main.go", main)]),
        ["ACME_TOKEN main.go:4"]
    );
}

#[test]
fn sources_that_do_not_compile_are_read_to_their_end() {
    for source in [
        "",
        "package",
        "func",
        "func (",
        "func f(",
        "func f() {",
        "import (",
        "import",
        "const (",
        "const x =",
        "var x, y = \"a\"",
        "f(",
        "f[",
        "package p\nfunc f() { x := range }",
        "package p\nfunc f(a, ) { os.Getenv( }",
        ")",
        "}",
        "a.",
        ".",
        "package p\nvar x = []string{",
        "package p\nfunc f() { for _, n := range { os.Getenv(n) } }",
        "\"",
        "`",
        "'",
        "/*",
    ] {
        found(&[("main.go", source)]);
    }
}

/// Each file is read in a time that grows with its size.
#[test]
fn large_files_are_read_in_time() {
    let many = |text: &str| text.repeat(50_000);
    // Each variable has the one before several times.
    let chain = |times: usize| {
        let variable = |number: usize| {
            let sum = vec![format!("a{number}"); times].join(" + ");
            format!("var a{} = {sum}\n", number + 1)
        };
        let variables: String = (0..20).map(variable).collect();
        format!(
            "package p\nimport \"os\"\nvar a0 = \"A\"\n{variables}func f() {{ os.Getenv(a20) }}\n"
        )
    };
    for source in [
        many("f("),
        format!("package p\nvar x = {}", many("(")),
        format!("package p\nconst x = \"https://\"{}", many(" + \"a\"")),
        format!(
            "package p\nimport \"os\"\nfunc f() {{\n{}}}\n",
            many("os.Getenv(a)\n")
        ),
        many("func f(a string) { g(a) }\n"),
        many("const a = b\n"),
        chain(8),
    ] {
        found(&[("main.go", &source)]);
    }
}
