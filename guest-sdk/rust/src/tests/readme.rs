//! The README shows the example as it is.

#[test]
fn the_first_example_is_hello() {
    let repository = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let example =
        std::fs::read_to_string(format!("{repository}/examples/hello/src/lib.rs")).unwrap();
    let shown = include_str!("../../README.md").split("```").nth(1).unwrap();
    assert_eq!(shown.strip_prefix("rust\n"), Some(example.as_str()));
}
