//! Names and debugging information that crash, hold up or fill their reader when a component crashes.

use std::time::{Duration, Instant};

use tonic::Code;

use super::attack::{Asked, Attack, Stage, withstand};
use test_support::fake::calls::create;
use test_support::fake::dwarf::{self, Section};
use test_support::fake::guest::Guest;
use test_support::fake::steps::Step;

const GAVE_UP: &str = "stopped without a message";

/// A guest with debugging information, and a crash that makes the host read it.
pub(crate) fn crashing(sections: Vec<Section>) -> Guest {
    Guest::new()
        .does("create", [Step::Crash])
        .with_module_sections(sections)
}

/// A guest that crashes in a function of this name.
pub(crate) fn crashing_as(name: impl Into<String>) -> Guest {
    Guest::new().does("create", [Step::Crash]).calls_crash(name)
}

/// A name in C++: a function of lists, and each list contains the earlier list eight times. The expanded name is longer than
/// any memory, but it is not nested deeply.
pub(crate) fn cpp_name() -> String {
    let digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    let mut name = "_Z1f1AIiE".to_owned();
    for digit in digits.chars() {
        // The template is substitution `S_`, and each list that was said gets the next number.
        let list = format!("S_I{}E", format!("S{digit}_").repeat(8));
        if name.len() + list.len() > 530 {
            break;
        }
        name.push_str(&list);
    }
    name
}

/// The same in Rust: tuples of references back.
pub(crate) fn rust_name() -> String {
    let digits = b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    let mut name = "_RIC1aTllE".to_owned();
    let mut last = "_RIC1a".len();
    while name.len() < 1000 {
        // Places are counted after `_R`, from 1 on, in digits of 62.
        let place = last - "_R".len() - 1;
        let number = match place / 62 {
            0 => String::new(),
            high => (digits[high] as char).to_string(),
        };
        let back = format!("B{number}{}_", digits[place % 62] as char);
        last = name.len();
        name.push_str(&format!("T{back}{back}E"));
    }
    name.push('E');
    name
}

pub(crate) fn attacks() -> Vec<Attack> {
    let deep = || dwarf::nested(10_000);
    let crashes = |name, guest| Attack::new(name, guest).crashes(GAVE_UP);
    let many_functions = || {
        let functions: String = (0..20_000)
            .map(|index| format!("(func $name_that_is_not_short_{index})"))
            .collect();
        format!("(module {functions})")
    };
    vec![
        crashes("functions inlined in each other", crashing(deep())),
        crashes(
            "a line table without end",
            crashing(dwarf::long_table(12 << 20)),
        ),
        crashes(
            "kinds of entries without end",
            crashing(dwarf::many_kinds(8 << 20)),
        ),
        crashes(
            "forms that lead to forms",
            crashing(dwarf::indirect(8 << 20)),
        ),
        crashes("units without end", crashing(dwarf::many_units(20_000))),
        crashes(
            "a function that is named after itself",
            crashing(dwarf::circular()),
        ),
        crashes(
            "functions that are named after each other",
            crashing(dwarf::circle()),
        ),
        crashes(
            "ranges that many functions share",
            crashing(dwarf::shared_ranges(1 << 20, 1 << 20)),
        ),
        crashes(
            "places behind the ends of sections",
            crashing(dwarf::beyond_the_end()),
        ),
        crashes(
            "numbers of millions of bytes",
            crashing(dwarf::long_numbers(8 << 20)),
        ),
        crashes(
            "files of no bytes without end",
            crashing(dwarf::files_of_no_bytes()),
        ),
        crashes("compressed sections", crashing(dwarf::compressed())),
        crashes(
            "a source with a long path",
            crashing(dwarf::long_path(8 << 20)),
        ),
        crashes(
            "debugging information in many modules",
            (0..20).fold(crashing(deep()), |guest, _| {
                guest.with_module(
                    "(module (func unreachable) (@custom \".debug_info\" \"\\ff\\ff\\ff\\ff\") \
                     (@custom \".debug_line\" \"\\ff\\ff\\ff\\ff\"))"
                        .to_owned(),
                )
            }),
        ),
        crashes(
            "malformed debugging information",
            crashing(
                [
                    ".debug_abbrev",
                    ".debug_info",
                    ".debug_line",
                    ".debug_str",
                    ".debug_ranges",
                ]
                .map(|name| (name, vec![0xff; 1 << 16]))
                .to_vec(),
            ),
        ),
        crashes("a name that doubles in C++", crashing_as(cpp_name())),
        crashes("a name that doubles in Rust", crashing_as(rust_name())),
        crashes("a name of 99,000 letters", crashing_as("n".repeat(99_000))),
        crashes(
            "a name of many parts",
            crashing_as(format!("_ZN{}E", "1a".repeat(40_000))),
        ),
        crashes(
            "a name with control characters",
            crashing_as("\u{1b}]52;c;eA==\u{7}\r\n\u{202e}"),
        ),
        crashes(
            "many names",
            crashing_as("crash").with_module(many_functions()),
        ),
        Attack::new(
            "inlined functions of a crash while it starts",
            Guest::new()
                .starts_with([Step::Crash])
                .with_module_sections(deep()),
        )
        .fails(Code::FailedPrecondition, &[GAVE_UP]),
        Attack::new(
            "inlined functions of a crash while it describes itself",
            Guest::new()
                .without_section()
                .does("describe", [Step::Crash])
                .with_module_sections(deep()),
        )
        .asks(Asked::Parameterize)
        .refused(&[GAVE_UP]),
        Attack::new(
            "a name that doubles, of a crash while it describes itself",
            Guest::new()
                .without_section()
                .does("describe", [Step::Crash])
                .calls_crash(cpp_name()),
        )
        .asks(Asked::Parameterize)
        .refused(&[GAVE_UP]),
        crashes(
            "inlined functions of a crash while it allocates",
            Guest::new()
                .allocates_by("(call $crash) (i32.const 0)")
                .with_module_sections(deep()),
        ),
        crashes(
            "inlined functions of a crash after the answer",
            Guest::new()
                .ends_with("create", [Step::Crash])
                .with_module_sections(deep()),
        ),
        Attack::new(
            "inlined functions of a crash while it is configured",
            Guest::new()
                .does("configure", [Step::Crash])
                .with_module_sections(deep()),
        )
        .fails(Code::FailedPrecondition, &[GAVE_UP]),
        Attack::new(
            "inlined functions of a crash by a limit",
            Guest::new()
                .does("create", [Step::GrowMemory])
                .with_module_sections(deep()),
        )
        .limit("memory=8MiB")
        .reaches(Code::Unknown, "memory"),
    ]
}

#[tokio::test]
async fn debugging_information_is_read_in_bounds_or_not_at_all() {
    withstand(attacks()).await;
}

/// Each of these crashes once took many seconds.
#[tokio::test]
async fn a_component_that_crashes_again_and_again_is_read_once() {
    let stage = Stage::new().await;
    stage
        .scene
        .add("acme.wasm", &crashing(dwarf::long_table(12 << 20)));
    let client = stage.session(&["acme.wasm"]).await.expect("a package");
    let first = create(client.clone(), "first").await.expect_err("a crash");
    assert!(first.message().contains(GAVE_UP), "{first}");
    let began = Instant::now();
    for number in 0..1000 {
        let status = create(client.clone(), &format!("thing-{number}"))
            .await
            .expect_err("a crash");
        assert!(status.message().contains("at guest::create"), "{status}");
    }
    assert!(
        began.elapsed() < Duration::from_secs(40),
        "{:?}",
        began.elapsed()
    );
    stage.serves().await.expect("a good component");
}

#[tokio::test]
async fn names_are_shown_up_to_a_length() {
    let stage = Stage::new().await;
    for (file, name) in [
        ("long.wasm", "n".repeat(99_000)),
        ("rust.wasm", rust_name()),
    ] {
        stage.scene.add(file, &crashing_as(name));
        let client = stage.session(&[file]).await.expect("a package");
        let status = create(client, file).await.expect_err("a crash");
        assert!(status.message().contains("at guest::create"), "{status}");
        assert!(status.message().len() < 4000, "{status}");
    }
}
