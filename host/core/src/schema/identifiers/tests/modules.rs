//! Resources, types and functions of one module.

use serde_json::{Value, json};

use super::super::Language::{DotNet, Go, Java, NodeJs, Python};
use super::{ALL, NONE, assert_broken, enumeration, function, object, resource};

#[test]
fn names_of_a_module_are_different() {
    let parts = |resources: &[&str], functions: &[&str], types: &[(&str, Value)]| {
        let map = |tokens: &[&str], part: fn() -> Value| -> Value {
            let tokens = tokens.iter();
            tokens
                .map(|token| (format!("odd:{token}"), part()))
                .collect()
        };
        let types = types.iter();
        let types: Value = types
            .map(|(token, part)| (format!("odd:{token}"), part.clone()))
            .collect();
        json!({ "resources": map(resources, resource), "functions": map(functions, function), "types": types })
    };
    let values = enumeration(&[json!("high")]);
    let rows = [
        (
            "resource and function",
            parts(&["index/foo:Foo"], &["index/get:foo"], &[]),
            &[NodeJs, Python, Go, DotNet][..],
        ),
        (
            "resource and type",
            parts(&["index/foo:Foo"], &[], &[("index/t:Foo", object())]),
            &[Python, Go],
        ),
        (
            "resource and enum",
            parts(&["index/foo:Foo"], &[], &[("index/t:Foo", values.clone())]),
            &[Python, Go, DotNet],
        ),
        (
            "types in two files",
            parts(
                &[],
                &[],
                &[("index/a:Foo", object()), ("index/b:Foo", object())],
            ),
            ALL,
        ),
        (
            "types in capitals",
            parts(
                &[],
                &[],
                &[("index/a:Foo", object()), ("index/b:foo", object())],
            ),
            ALL,
        ),
        (
            "enums in two files",
            parts(
                &[],
                &[],
                &[
                    ("index/a:Foo", values.clone()),
                    ("index/b:Foo", values.clone()),
                ],
            ),
            ALL,
        ),
        (
            "resources in two files",
            parts(&["index/foo:Foo", "index/bar:Foo"], &[], &[]),
            ALL,
        ),
        (
            "arguments",
            parts(&["index/foo:Foo", "index/args:FooArgs"], &[], &[]),
            &[NodeJs, Python, DotNet, Java],
        ),
        (
            "function and type",
            parts(&[], &["index/foo:foo"], &[("index/t:Foo", object())]),
            &[Go],
        ),
        (
            "function and enum",
            parts(&[], &["index/foo:foo"], &[("index/t:Foo", values.clone())]),
            &[Go, DotNet],
        ),
        (
            "functions in two files",
            parts(&[], &["index/a:foo", "index/b:foo"], &[]),
            &[NodeJs, Python, Go, DotNet],
        ),
        (
            "functions in snake case",
            parts(&[], &["index/a:fooBar", "index/b:foo_bar"], &[]),
            &[Python],
        ),
        (
            "outputs of a function",
            parts(&[], &["index/a:foo", "index/b:fooOutput"], &[]),
            &[NodeJs, Go],
        ),
        (
            "resources in snake case",
            parts(&["index/a:FooBar", "index/b:Foo_bar"], &[], &[]),
            &[Python],
        ),
        (
            "modules in capitals",
            parts(&["Sub/a:A", "sub/b:B"], &[], &[]),
            ALL,
        ),
        (
            "module and resource",
            parts(&["sub/a:A", "index/sub:Sub"], &[], &[]),
            NONE,
        ),
        (
            "a constant of Go",
            parts(
                &["index/l:LevelHigh"],
                &[],
                &[("index/level:Level", values.clone())],
            ),
            &[Go],
        ),
        (
            "arguments of a type",
            parts(
                &[],
                &[],
                &[("index/a:Foo", object()), ("index/b:FooArgs", object())],
            ),
            &[Go],
        ),
        (
            "get",
            parts(&["index/foo:Foo"], &["index/get:getFoo"], &[]),
            NONE,
        ),
        (
            "new",
            parts(&["index/foo:Foo"], &["index/new:newFoo"], &[]),
            NONE,
        ),
        (
            "the result of a function",
            parts(
                &[],
                &["index/g:getFoo"],
                &[("index/r:GetFooResult", object())],
            ),
            NONE,
        ),
        (
            "types as a module",
            parts(&["types/foo:Foo"], &[], &[]),
            &[NodeJs],
        ),
        (
            "a keyword as a module",
            parts(&["default/foo:Foo"], &[], &[]),
            &[Go],
        ),
        ("a dot", parts(&["index/foo:Foo.Bar"], &[], &[]), ALL),
        (
            "a hyphen",
            parts(&[], &["index/get:get-it"], &[]),
            &[Python, DotNet],
        ),
        ("an underscore", parts(&["index/foo:_Foo"], &[], &[]), &[Go]),
        (
            "keywords as functions",
            parts(&[], &["index/delete:delete"], &[]),
            &[NodeJs],
        ),
        (
            "a class that there is",
            parts(&["index/object:Object"], &[], &[]),
            &[NodeJs],
        ),
        (
            "others that there are",
            parts(
                &["index/string:String", "index/error:Error", "index/any:Any"],
                &[],
                &[],
            ),
            NONE,
        ),
    ];
    for (what, sections, expected) in rows {
        assert_broken(what, &sections, expected);
    }
}
