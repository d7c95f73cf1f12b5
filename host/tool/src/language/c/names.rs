//! Names of a schema as names in C.

use crate::commands::add::names::{TakenNames, snake};

/// Words that C, C++ or the header itself has.
const TAKEN: [&str; 101] = [
    "alignas",
    "alignof",
    "and",
    "asm",
    "auto",
    "bitand",
    "bitor",
    "bool",
    "break",
    "call",
    "case",
    "catch",
    "char",
    "class",
    "co_await",
    "co_return",
    "co_yield",
    "compl",
    "concept",
    "const",
    "const_cast",
    "consteval",
    "constexpr",
    "constinit",
    "continue",
    "decltype",
    "default",
    "delete",
    "do",
    "double",
    "dynamic_cast",
    "else",
    "enum",
    "errno",
    "explicit",
    "export",
    "extern",
    "false",
    "float",
    "for",
    "friend",
    "from",
    "goto",
    "if",
    "inline",
    "int",
    "linux",
    "long",
    "map",
    "mutable",
    "namespace",
    "new",
    "noexcept",
    "not",
    "not_eq",
    "nullptr",
    "operator",
    "or",
    "or_eq",
    "private",
    "protected",
    "public",
    "register",
    "reinterpret_cast",
    "requires",
    "restrict",
    "return",
    "short",
    "signed",
    "sizeof",
    "static",
    "static_assert",
    "static_cast",
    "stderr",
    "stdin",
    "stdout",
    "struct",
    "switch",
    "template",
    "this",
    "thread_local",
    "throw",
    "true",
    "try",
    "typedef",
    "typeid",
    "typename",
    "typeof",
    "unix",
    "union",
    "unsigned",
    "using",
    "value",
    "virtual",
    "void",
    "volatile",
    "wchar_t",
    "while",
    "wasm",
    "xor",
    "xor_eq",
];

/// Macros of the C library that a type's name can make.
const MACROS: [&str; 16] = [
    "BUFSIZ",
    "CHAR_MAX",
    "CHAR_MIN",
    "ECHO",
    "EOF",
    "ERROR",
    "EXIT_FAILURE",
    "EXIT_SUCCESS",
    "INT_MAX",
    "INT_MIN",
    "LONG_MAX",
    "LONG_MIN",
    "NULL",
    "RAND_MAX",
    "SIZE_MAX",
    "UINT_MAX",
];

/// Functions of the C library that a type's name can have. A program may include their headers.
const FUNCTIONS: [&str; 64] = [
    "abort",
    "abs",
    "accept",
    "access",
    "alarm",
    "bind",
    "clock",
    "close",
    "connect",
    "div",
    "dup",
    "exit",
    "exp",
    "fork",
    "free",
    "gamma",
    "getenv",
    "index",
    "kill",
    "link",
    "listen",
    "log",
    "malloc",
    "mkdir",
    "mknod",
    "nice",
    "open",
    "pause",
    "pipe",
    "poll",
    "pow",
    "printf",
    "puts",
    "qsort",
    "raise",
    "rand",
    "random",
    "read",
    "reboot",
    "recv",
    "remainder",
    "remove",
    "rename",
    "round",
    "scale",
    "select",
    "send",
    "shutdown",
    "signal",
    "sleep",
    "socket",
    "stat",
    "statfs",
    "swab",
    "sync",
    "system",
    "tee",
    "time",
    "times",
    "truncate",
    "unlink",
    "utime",
    "wait",
    "write",
];

/// The name of a type of the schema. The name stands alone in the header, so it differs from the functions of the C library. The names of a resource
/// have endings.
pub(super) fn named_type(name: &str) -> String {
    let name = token(name);
    if FUNCTIONS.contains(&name.as_str()) {
        format!("{name}_")
    } else {
        name
    }
}

/// A scope of C, in which no name can be a word of the language or a macro.
pub(super) fn scope() -> TakenNames {
    TakenNames::with(&[&TAKEN[..], &MACROS].concat())
}

/// The name of a token: `demo:index:Greeting` is `greeting`, and `demo:web/page:Page` is `web_page`.
pub(super) fn token(token: &str) -> String {
    let mut parts = token.splitn(3, ':').skip(1);
    let (module, name) = (
        parts.next().unwrap_or_default(),
        parts.next().unwrap_or(token),
    );
    let module = module.split('/').next().unwrap_or_default();
    match module {
        "index" | "" => snake(name),
        module => format!("{}_{}", snake(module), snake(name)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_words_with_underscores() {
        for (name, expected) in [
            ("maxItems", "max_items"),
            ("HTTPServer", "http_server"),
            ("urnOfOther", "urn_of_other"),
            ("ipv4Address", "ipv4_address"),
            ("medium-sized", "medium_sized"),
            ("2fa", "_2fa"),
        ] {
            assert_eq!(snake(name), expected);
        }
        assert_eq!(scope().take("default"), "default_");
        // Fields, resources and functions may have the name of a function, and a type may not.
        assert_eq!(scope().take("time"), "time");
        assert_eq!(named_type("demo:index:Time"), "time_");
        assert_eq!(token("demo:index:send"), "send");
        assert_eq!(token("demo:index:HalfMade"), "half_made");
        assert_eq!(token("demo:web/page:Page"), "web_page");
    }

    #[test]
    fn the_second_thing_of_a_name_gets_another() {
        let mut names = scope();
        assert_eq!(names.take("size"), "size");
        assert_eq!(names.take("size"), "size_");
    }
}
