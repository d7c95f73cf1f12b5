//! The plugin's process, as an engine handles it.

use std::process::Stdio;
use std::time::Duration;

use crate::protocol::pulumirpc::resource_provider_client::ResourceProviderClient;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, BufReader};
use tokio::process::{Child, ChildStdout, Command};
use tokio::task::JoinHandle;
use tonic::transport::{Channel, Endpoint};

use crate::{within, within_time};

const MAX_MESSAGE_BYTES: usize = 400 << 20;

pub type Client = ResourceProviderClient<Channel>;

/// A plugin that has announced its port. Killed when it is dropped.
pub struct Plugin {
    pub child: Child,
    pub port: u16,
    output: BufReader<ChildStdout>,
    /// Reads standard error to its end, so that it never stands still for it.
    errors: JoinHandle<String>,
    client: Client,
}

impl Plugin {
    /// Starts it and waits for its port.
    pub async fn start(mut command: Command) -> Self {
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true);
        let mut child = command.spawn().expect("the plugin's program");
        let mut stream = child.stderr.take().expect("standard error");
        let errors = tokio::spawn(async move {
            let mut text = String::new();
            stream.read_to_string(&mut text).await.expect("text");
            text
        });
        let mut output = BufReader::new(child.stdout.take().expect("standard output"));
        let mut line = String::new();
        within(output.read_line(&mut line)).await.expect("a line");
        // `pulumi-wasm dev` prints the start of a command.
        let words = line.trim_start_matches("PULUMI_DEBUG_PROVIDERS=wasm:");
        let port = match words.split_whitespace().next().map(str::parse) {
            Some(Ok(port)) => port,
            _ => panic!("no port: {line:?}"),
        };
        Self {
            child,
            port,
            output,
            errors,
            client: connect(port).await,
        }
    }

    /// The connection that came with the start.
    pub fn client(&self) -> Client {
        self.client.clone()
    }

    /// A further connection.
    pub async fn connect(&self) -> Client {
        connect(self.port).await
    }

    /// Opens another connection, and closes the first one. The plugin knows of it then.
    pub async fn reconnect(&mut self) {
        let other = connect(self.port).await;
        let first = std::mem::replace(&mut self.client, other);
        self.loses(first).await;
    }

    /// The connections to its port that it has not closed.
    pub fn connections(&self) -> usize {
        let port = format!(":{:04X}", self.port);
        let table = std::fs::read_to_string("/proc/net/tcp").expect("a table of connections");
        let rows = table.lines().filter(|line| {
            let fields: Vec<&str> = line.split_whitespace().collect();
            let is_here = fields.get(1).is_some_and(|local| local.ends_with(&port));
            // Established connections, and connections that only the other side has closed.
            is_here && matches!(fields.get(3), Some(&("01" | "08")))
        });
        rows.count()
    }

    /// Closes the connection of a client, and waits until the plugin knows.
    pub async fn loses<T>(&self, client: T) {
        let before = self.connections();
        drop(client);
        let closed = async {
            while self.connections() >= before {
                tokio::time::sleep(Duration::from_millis(2)).await;
            }
        };
        within(closed).await;
    }

    /// The time that the process has computed, and the system for it.
    pub fn computed(&self) -> Duration {
        let process = self.child.id().expect("a running process");
        let line = std::fs::read_to_string(format!("/proc/{process}/stat")).expect("a process");
        let (_, fields) = line.rsplit_once(')').expect("fields behind the name");
        let fields = fields.split_whitespace().skip(11).take(2);
        let hundredths = fields.map(|field| field.parse::<u64>().expect("a number"));
        Duration::from_millis(10 * hundredths.sum::<u64>())
    }

    /// Waits until the process has computed for so long from now on.
    pub async fn computes(&self, time: Duration) {
        let enough = self.computed() + time;
        let look = async {
            while self.computed() < enough {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        within(look).await;
    }

    pub fn process(&self) -> rustix::process::Pid {
        let number = self.child.id().expect("a running process");
        rustix::process::Pid::from_raw(i32::try_from(number).expect("a number"))
            .expect("a running process")
    }

    pub fn signal(&self, signal: rustix::process::Signal) {
        rustix::process::kill_process(self.process(), signal).expect("a running process");
    }

    /// Waits for the process to end, and returns the rest of its output.
    pub async fn ends_within(&mut self, time: Duration) -> (String, String) {
        within_time(time, self.child.wait())
            .await
            .expect("an exit status");
        let mut output = String::new();
        within(self.output.read_to_string(&mut output))
            .await
            .expect("text");
        let errors = within(&mut self.errors).await.expect("text");
        (output, errors)
    }
}

/// Connects with the limits of an engine.
pub async fn connect(port: u16) -> Client {
    ResourceProviderClient::new(channel(port).await)
        .max_decoding_message_size(MAX_MESSAGE_BYTES)
        .max_encoding_message_size(MAX_MESSAGE_BYTES)
}

/// A connection for clients of any service.
pub async fn channel(port: u16) -> Channel {
    let endpoint = Endpoint::from_shared(format!("http://127.0.0.1:{port}"))
        .expect("an address")
        // As in the engine: the details of a failure about an existing resource go with the headers.
        .http2_max_header_list_size(16 << 20);
    within(endpoint.connect()).await.expect("a connection")
}
