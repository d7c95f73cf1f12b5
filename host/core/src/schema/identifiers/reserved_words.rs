//! Words that languages reserve, as Pulumi's generators know them.

/// A keyword of Python 2 or 3.
pub(super) fn is_python(word: &str) -> bool {
    matches!(
        word,
        "False"
            | "None"
            | "True"
            | "and"
            | "as"
            | "assert"
            | "async"
            | "await"
            | "break"
            | "class"
            | "continue"
            | "def"
            | "del"
            | "elif"
            | "else"
            | "except"
            | "exec"
            | "finally"
            | "for"
            | "from"
            | "global"
            | "if"
            | "import"
            | "in"
            | "is"
            | "lambda"
            | "nonlocal"
            | "not"
            | "or"
            | "pass"
            | "print"
            | "raise"
            | "return"
            | "try"
            | "while"
            | "with"
            | "yield"
    )
}

/// A reserved word of ECMAScript.
pub(super) fn is_javascript(word: &str) -> bool {
    matches!(
        word,
        "break"
            | "case"
            | "catch"
            | "class"
            | "const"
            | "continue"
            | "debugger"
            | "default"
            | "delete"
            | "do"
            | "else"
            | "export"
            | "extends"
            | "finally"
            | "for"
            | "function"
            | "if"
            | "import"
            | "in"
            | "instanceof"
            | "new"
            | "return"
            | "super"
            | "switch"
            | "this"
            | "throw"
            | "try"
            | "typeof"
            | "var"
            | "void"
            | "while"
            | "with"
            | "yield"
            | "enum"
            | "await"
            | "implements"
            | "interface"
            | "package"
            | "private"
            | "protected"
            | "public"
            | "null"
            | "true"
            | "false"
    )
}

/// A word that is not the name of an exported variable of a module of TypeScript.
pub(super) fn is_variable_of_javascript(word: &str) -> bool {
    is_javascript(word)
        || matches!(
            word,
            "arguments"
                | "eval"
                | "let"
                | "static"
                | "utilities"
                | "pulumi"
                | "exports"
                | "require"
        )
}

/// A function that each object of JavaScript has. TypeScript refuses all other objects for a type with an optional
/// member of that name.
pub(super) fn is_of_each_object(word: &str) -> bool {
    matches!(
        word,
        "toString"
            | "toLocaleString"
            | "valueOf"
            | "hasOwnProperty"
            | "isPrototypeOf"
            | "propertyIsEnumerable"
    )
}

/// A keyword of Go; generators capitalize names first, so predeclared names do not matter.
pub(super) fn is_go(word: &str) -> bool {
    matches!(
        word,
        "break"
            | "default"
            | "func"
            | "interface"
            | "select"
            | "case"
            | "defer"
            | "go"
            | "map"
            | "struct"
            | "chan"
            | "else"
            | "goto"
            | "package"
            | "switch"
            | "const"
            | "fallthrough"
            | "if"
            | "range"
            | "type"
            | "continue"
            | "for"
            | "import"
            | "return"
            | "var"
    )
}

/// A reserved word of Java.
pub(super) fn is_java(word: &str) -> bool {
    matches!(
        word,
        "abstract"
            | "assert"
            | "boolean"
            | "break"
            | "byte"
            | "case"
            | "catch"
            | "char"
            | "class"
            | "const"
            | "continue"
            | "default"
            | "do"
            | "double"
            | "else"
            | "enum"
            | "extends"
            | "final"
            | "finally"
            | "float"
            | "for"
            | "if"
            | "goto"
            | "implements"
            | "import"
            | "instanceof"
            | "int"
            | "interface"
            | "long"
            | "native"
            | "new"
            | "package"
            | "private"
            | "protected"
            | "public"
            | "return"
            | "short"
            | "static"
            | "strictfp"
            | "super"
            | "switch"
            | "synchronized"
            | "this"
            | "throw"
            | "throws"
            | "transient"
            | "try"
            | "void"
            | "volatile"
            | "while"
            | "_"
            | "false"
            | "null"
            | "true"
            | "var"
    )
}

/// A method that each generated class of Java has.
pub(super) fn is_java_method(word: &str) -> bool {
    matches!(
        word,
        "notify"
            | "notifyAll"
            | "toString"
            | "clone"
            | "equals"
            | "hashCode"
            | "getClass"
            | "wait"
            | "finalize"
            | "builder"
    )
}
