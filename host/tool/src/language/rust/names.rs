//! Names of Rust's standard library that compile for a component and do nothing there, and what to use instead.

/// A name that does not work in a component.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Absent {
    /// What happens, as the end of a sentence that begins with the name.
    pub(super) reason: &'static str,
    pub(super) hint: &'static str,
}

const SOCKETS: Absent = Absent {
    reason: "always fails in a component, which has no sockets",
    hint: "use `cx.http()`; for a client that takes a `ureq` agent, `pulumi_wasm_ureq::agent(&cx.http())`",
};
const FILES: Absent = Absent {
    reason: "always fails in a component, which has no files",
    hint: "use `include_str!` or `include_bytes!` for files of the provider, and a property of type `Asset` for files of the program",
};
const PROGRAMS: Absent = Absent {
    reason: "always fails in a component, which starts no programs",
    hint: "use a crate that does the same in Rust, or the server's API by `cx.http()`",
};
const END: Absent = Absent {
    reason: "crashes the component",
    hint: "return an error from the hook: `Err(\"…\")?`",
};
const THREADS: Absent = Absent {
    reason: "always fails in a component, which has one thread",
    hint: "do the work in the hook itself: the engine calls hooks of several resources at once",
};
const PAUSES: Absent = Absent {
    reason: "panics in a component",
    hint: "use `cx.sleep(duration)`, or `cx.wait(…)` to look until something is ready",
};
const VARIABLES: Absent = Absent {
    reason: "finds no variable in a component",
    hint: "use `cx.env(\"NAME\")`, and ask for it by `.env(Env::new(\"NAME\"))` in `provider!`; or `#[property(env = \"NAME\")]`",
};
const ARGUMENTS: Absent = Absent {
    reason: "is empty in a component, which has no arguments",
    hint: "make it a property of the configuration",
};
const FOLDERS: Absent = Absent {
    reason: "does not work in a component, which has no folders",
    hint: "use a property of type `Asset` or `Archive` for files of the program",
};
const CLOCKS: Absent = Absent {
    reason: "panics in a component",
    hint: "use `cx.now()` for the time of day, `cx.time_left()` for the time that a call has left, and `cx.wait(…)` to wait",
};
const INPUT: Absent = Absent {
    reason: "is empty in a component",
    hint: "make it a property of the resource or of the configuration",
};

/// What is wrong with a path such as `std::fs::read`; `None` if it works. Types without a way to the outside, such as
/// `std::net::IpAddr`, do.
pub(super) fn absent(path: &[String]) -> Option<Absent> {
    let path: Vec<&str> = path.iter().map(String::as_str).collect();
    let [module, name, rest @ ..] = path.strip_prefix(&["std"])? else {
        return None;
    };
    match (*module, *name) {
        ("net", "TcpStream" | "TcpListener" | "UdpSocket" | "ToSocketAddrs") => Some(SOCKETS),
        ("fs", _) => Some(FILES),
        ("process", "exit" | "abort") => Some(END),
        ("process", "Command" | "Child" | "Stdio" | "id") => Some(PROGRAMS),
        ("thread", "spawn" | "scope" | "Builder") => Some(THREADS),
        ("thread", "sleep" | "sleep_ms" | "sleep_until" | "park" | "park_timeout") => Some(PAUSES),
        ("env", "var" | "var_os" | "vars" | "vars_os" | "set_var" | "remove_var" | "home_dir") => {
            Some(VARIABLES)
        }
        ("env", "args" | "args_os") => Some(ARGUMENTS),
        ("env", "current_dir" | "set_current_dir" | "current_exe" | "temp_dir") => Some(FOLDERS),
        ("time", "Instant" | "SystemTime") if rest.first() == Some(&"now") => Some(CLOCKS),
        ("io", "stdin") => Some(INPUT),
        _ => None,
    }
}

/// Whether all that a glob import such as `std::fs::*` can be meant for does not work.
pub(super) fn absent_glob(path: &[String]) -> Option<Absent> {
    match path.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["std", "fs"] => Some(FILES),
        _ => None,
    }
}
