//! `docs/author/tutorial.md`, followed to the letter with the real engine and the real server.
//!
//! The components are built before: of the first version for the steps 1 to 8, then of the second. The code of the
//! steps in between is compiled, or checked, and tested natively: by `examples/tutorial` in Rust, by `workshop` in
//! Python and TypeScript.

mod workshop;

#[path = "../../../examples/tutorial/player.rs"]
#[allow(unreachable_pub, dead_code, reason = "written for a build script")]
mod player;

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use player::{Event, Section};
use workshop::{PYTHON, TYPESCRIPT, Tools, Workshop};

use test_support::pulumi::engine::Engine;
use test_support::pulumi::output::Output;
use test_support::pulumi::stack::Stack;

/// The server's address on the page.
const ADDRESS: &str = "127.0.0.1:8800";
/// The component that the reader has built by then, as the section's title begins.
const SECOND_VERSION: &str = "9.";

#[test]
fn the_rust_tutorial_works_as_its_page_says() {
    let (port, sections) = sections("Rust");
    follow(port, &sections, "Rust", |section, reader| {
        let component = if is_second(section) {
            "bookmarks"
        } else {
            "tutorial"
        };
        reader.component = Engine::component(component);
    });
}

#[test]
fn the_python_tutorial_works_as_its_page_says() {
    follow_with(PYTHON);
}

#[test]
fn the_typescript_tutorial_works_as_its_page_says() {
    follow_with(TYPESCRIPT);
}

fn follow_with(tools: Tools) {
    let (port, sections) = sections(tools.language);
    let last = |is_of_version: &dyn Fn(&Section) -> bool| {
        let found = sections.iter().rfind(|section| is_of_version(section));
        &found.unwrap().files
    };
    let first = Workshop::new(tools, "1", last(&|section| section.title.starts_with("8.")));
    let second = Workshop::new(tools, "2", last(&is_second));
    follow(port, &sections, tools.language, |section, reader| {
        let workshop = if is_second(section) { &second } else { &first };
        if !section.files.is_empty() {
            workshop.checks(&section.files);
        }
        reader.component = workshop.component();
    });
}

/// The steps of a reader in one language, with the server at a free port.
fn sections(language: &str) -> (u16, Vec<Section>) {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/author/tutorial.md");
    let page = fs::read_to_string(page).unwrap();
    let port = free_port();
    let page = page.replace(ADDRESS, &format!("127.0.0.1:{port}"));
    (port, player::play(&page, language).unwrap())
}

fn is_second(section: &Section) -> bool {
    section.title.starts_with(SECOND_VERSION)
}

/// Follows the page; `begin` is called before each section.
fn follow(port: u16, sections: &[Section], language: &str, begin: impl Fn(&Section, &mut Reader)) {
    let mut reader = Reader::new(port);
    let mut followed = 0;
    for section in sections {
        begin(section, &mut reader);
        for event in &section.events {
            followed += usize::from(reader.follows(&section.title, event));
        }
    }
    assert!(followed > 40, "the page was not followed in {language}");
    assert_eq!(
        reader.server.as_ref().unwrap().bookmarks(),
        "[]",
        "something is left"
    );
}

/// The reader that follows the page.
struct Reader {
    stack: Stack,
    port: u16,
    server: Option<Server>,
    /// The files that the reader has written so far.
    component: PathBuf,
    seen: Option<Output>,
    /// The output of the last command, if it was the tool's.
    said: Option<String>,
}

impl Reader {
    /// With the plugin and an empty stack `dev`.
    fn new(port: u16) -> Self {
        Self {
            stack: Engine::stack("bookmarks").selected().create(),
            port,
            server: None,
            component: PathBuf::new(),
            seen: None,
            said: None,
        }
    }

    /// Runs one step; returns false if it was done before the test began.
    fn follows(&mut self, section: &str, event: &Event) -> bool {
        match event {
            Event::Write { file, content } if file == "Pulumi.yaml" => self.write_program(content),
            Event::Write { .. } => return false,
            Event::See(lines) => self.sees(section, lines),
            Event::Run { command, fails } => return self.runs(section, command, *fails),
        }
        true
    }

    /// The page does not show what the engine adds to the program about packages.
    fn write_program(&self, content: &str) {
        let old = self.stack.read_program();
        let packages = old
            .lines()
            .skip_while(|line| !line.starts_with("packages:"));
        let ends = |line: &&str| line.starts_with([' ', '-']) || line.starts_with("packages:");
        let packages: Vec<&str> = packages.take_while(ends).collect();
        self.stack
            .write_program(&format!("{content}\n{}\n", packages.join("\n")));
    }

    fn runs(&mut self, section: &str, command: &str, fails: bool) -> bool {
        let words: Vec<&str> = command
            .split(' ')
            .map(|word| word.trim_matches('"'))
            .collect();
        match words.as_slice() {
            ["python3", "server.py"] => self.start_server(None),
            [token, "python3", "server.py"] => self.start_server(token.strip_prefix("TOKEN=")),
            ["pulumi-wasm", "build"] => {
                fs::copy(&self.component, self.stack.project.join("bookmarks.wasm")).unwrap();
            }
            ["pulumi-wasm", "test"] => self.tests(section),
            // Done before the test began: tools, plugin, the empty stack, compiling, unit tests.
            [
                "git" | "(cd" | "mkdir" | "export" | "rustup" | "cd" | "cp" | "cargo" | "npm",
                ..,
            ]
            | [_, "python3", "-m", "unittest", ..] => return false,
            ["pulumi-wasm", "install"] | ["pulumi", "stack", "init", ..] => return false,
            ["pulumi", arguments @ ..] => {
                let mut arguments = arguments.to_vec();
                // The answer of a person to a question.
                if matches!(
                    arguments.as_slice(),
                    ["up" | "destroy", ..] | ["state", "delete", ..]
                ) {
                    arguments.push("--yes");
                }
                let output = self.stack.run(&arguments);
                let output = if fails {
                    output.fails()
                } else {
                    output.succeeds().lacks("warning:")
                };
                self.seen = Some(output);
                self.said = None;
            }
            _ => panic!("{section}: the test does not know `{command}`"),
        }
        true
    }

    /// Runs `pulumi-wasm test` with the component, which is built already.
    fn tests(&mut self, section: &str) {
        let mut tool = Command::new(env!("CARGO_BIN_EXE_pulumi-wasm"));
        self.stack.isolate(&mut tool, &self.stack.project);
        let output = tool.args(["test", "bookmarks.wasm"]).output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success(), "{section}: {said}");
        self.said = Some(said);
    }

    fn sees(&self, section: &str, lines: &[String]) {
        if let Some(said) = &self.said {
            for line in lines {
                assert!(said.contains(line), "{section}: `{line}` is not in\n{said}");
            }
            return;
        }
        let output = self.seen.as_ref().unwrap();
        for line in lines {
            let said = output.stdout.contains(line) || output.stderr.contains(line);
            assert!(said, "{section}: `{line}` should have been said\n{output}");
        }
    }

    /// The earlier server ends first and loses its memory.
    fn start_server(&mut self, token: Option<&str>) {
        self.server = None;
        self.server = Some(Server::start(self.port, token));
    }
}

/// `examples/bookmarks/server.py`.
struct Server {
    process: Child,
    port: u16,
    token: String,
}

impl Server {
    fn start(port: u16, token: Option<&str>) -> Self {
        let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/bookmarks/server.py");
        let token = token.unwrap_or_default();
        let mut process = Command::new("python3")
            .arg(program)
            .arg(port.to_string())
            .env("TOKEN", token)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("python3");
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap())
            .read_line(&mut line)
            .unwrap();
        assert!(
            line.contains("listening"),
            "the server does not start: {line}"
        );
        Self {
            process,
            port,
            token: token.to_owned(),
        }
    }

    /// All data of the server, as JSON.
    fn bookmarks(&self) -> String {
        let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)).unwrap();
        let token = &self.token;
        write!(
            stream,
            "GET /bookmarks HTTP/1.0\r\nAuthorization: Bearer {token}\r\n\r\n"
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer.split("\r\n\r\n").nth(1).unwrap().to_owned()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn free_port() -> u16 {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    listener.local_addr().unwrap().port()
}
