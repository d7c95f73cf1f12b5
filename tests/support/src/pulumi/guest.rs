//! The languages that examples are written in: one test serves them all.

use std::cell::Cell;

/// The language of the components that a test uses.
#[derive(Clone, Copy, Debug)]
pub enum Guest {
    Rust,
    Python,
    TypeScript,
    Go,
    Zig,
}

thread_local! {
    static CURRENT: Cell<Guest> = const { Cell::new(Guest::Rust) };
}

impl Guest {
    /// Runs a test with the components of this language. A test has a separate thread.
    pub fn runs(self, test: impl FnOnce()) {
        CURRENT.set(self);
        test();
    }

    /// The file of an example's component in the language of the running test.
    pub fn file(example: &str) -> String {
        match CURRENT.get() {
            Guest::Rust => format!("{example}.wasm"),
            Guest::Python => format!("{example}-python.wasm"),
            Guest::TypeScript => format!("{example}-typescript.wasm"),
            // This example is not written in Go.
            Guest::Go if example == "random" => "random.wasm".to_owned(),
            Guest::Go => format!("{example}-go.wasm"),
            Guest::Zig => format!("{example}-zig.wasm"),
        }
    }
}

/// Runs tests of this module once more, with the components of another language: `guest!(python, Python, [life]);`. A
/// second list has the tests that only long runs repeat, because the language makes no difference that other tests do
/// not cover.
#[macro_export]
macro_rules! guest {
    ($module:ident, $guest:ident, [$($test:ident),* $(,)?] $(, [$($long:ident),* $(,)?])?) => {
        mod $module {
            $(
                #[test]
                fn $test() {
                    $crate::pulumi::guest::Guest::$guest.runs(super::$test);
                }
            )*
            $($(
                #[test]
                #[ignore = "only with PULUMI_WASM_TEST_LONG=1"]
                fn $long() {
                    $crate::pulumi::guest::Guest::$guest.runs(super::$long);
                }
            )*)?
        }
    };
}
pub use guest;
