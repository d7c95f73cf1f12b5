//! Unions, and mappings of `provider!`.

use super::{refuses, union};

#[test]
fn unions_have_alternatives() {
    refuses(union("struct A {}"), "needs an enum", "A");
    refuses(union("enum A { B(C) }"), "two variants or more", "A");
    refuses(union("enum A { B(C), D }"), "holds one type", "D");
    refuses(
        union("enum A { B(C), D(E, F) }"),
        "holds one type",
        "D(E, F)",
    );
    refuses(
        union("enum A<T> { B(T), D(E) }"),
        "cannot be generic",
        "<T>",
    );
    refuses(
        union(r#"#[union(tag = "kind")] enum A { B(C), #[property(name = "b")] D(E) }"#),
        "already has the tag `b`",
        "D",
    );
    refuses(
        union("#[union(tga)] enum A { B(C), D(E) }"),
        "`#[union(…)]` has no option `tga`\nhint: did you mean `tag`?",
        "tga",
    );
    assert!(union(r#"enum A { B(C), #[property(name = "b")] D(E) }"#).is_ok());
}
