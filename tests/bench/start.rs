//! How long a provider process takes until it is of use.
//!
//! `cargo xtask bench start` runs this with the paths of the plugin and of a component. Each run is
//! a new process, asked what the engine asks: from the start of the program to its port line, on to
//! the answer of the first Check, and on to the answer of the first Create, which is the first call
//! that must enter the component.

#![allow(
    clippy::print_stdout,
    clippy::cast_precision_loss,
    reason = "it prints a table"
)]

use std::error::Error;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use prost_types::value::Kind;
use prost_types::{Struct, Value};
use pulumi_wasm_host::rpc::proto::pulumirpc;
use pulumirpc::parameterize_request::{Parameters, ParametersArgs, ParametersValue};
use pulumirpc::resource_provider_client::ResourceProviderClient;
use tonic::transport::Channel;

const RUNS: usize = 31;

const URN: &str = "urn:pulumi:dev::bench::hello:index:Greeting::greeting";
const PROVIDER_URN: &str = "urn:pulumi:dev::bench::pulumi:providers:hello::default";

type Result<T> = std::result::Result<T, Box<dyn Error>>;

fn main() -> Result<()> {
    // Cargo puts its own `--bench` before or after.
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let paths: Vec<PathBuf> = arguments
        .iter()
        .filter(|argument| !argument.starts_with("--"))
        .map(PathBuf::from)
        .collect();
    let [plugin, component] = paths.as_slice() else {
        return Err("run this with `cargo xtask bench start`".into());
    };
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(measure(plugin, component))
}

async fn measure(plugin: &Path, component: &Path) -> Result<()> {
    let directory = tempfile::tempdir()?;
    let bench = Bench {
        plugin,
        directory: directory.path(),
    };
    let value = bench.parameterize(component).await?;

    let mut cold = Vec::new();
    for _ in 0..RUNS {
        bench.forget_compiled_code()?;
        cold.push(bench.run(&value).await?);
    }
    bench.run(&value).await?;
    let mut warm = Vec::new();
    for _ in 0..RUNS {
        warm.push(bench.run(&value).await?);
    }

    println!("\n{RUNS} runs each, in milliseconds            median      p99");
    report("cold", &cold);
    report("warm", &warm);
    println!();
    for file in [plugin, component] {
        let kib = fs::metadata(file)?.len() as f64 / 1024.0;
        println!("{kib:>10.1} KiB  {}", file.display());
    }
    Ok(())
}

/// The package as its parameter value has it.
struct Package {
    name: String,
    version: String,
    value: Vec<u8>,
}

struct Times {
    port: Duration,
    check: Duration,
    create: Duration,
}

struct Bench<'a> {
    plugin: &'a Path,
    directory: &'a Path,
}

impl Bench<'_> {
    fn code(&self) -> PathBuf {
        self.directory.join("code")
    }

    fn forget_compiled_code(&self) -> Result<()> {
        if self.code().exists() {
            fs::remove_dir_all(self.code())?;
        }
        Ok(())
    }

    fn launch(&self) -> Result<Process> {
        let begun = Instant::now();
        let mut child = Command::new(self.plugin)
            .arg("127.0.0.1:1")
            .env("PULUMI_HOME", self.directory.join("home"))
            .env("PULUMI_WASM_CACHE_DIR", self.code())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let stdout = child.stdout.take().ok_or("no standard output")?;
        let mut line = String::new();
        BufReader::new(stdout).read_line(&mut line)?;
        let took = begun.elapsed();
        let port = line.trim().parse()?;
        Ok(Process { child, port, took })
    }

    /// What `pulumi package add` does: the value that later processes begin with.
    async fn parameterize(&self, component: &Path) -> Result<Package> {
        let process = self.launch()?;
        let mut client = process.connect().await?;
        client
            .handshake(pulumirpc::ProviderHandshakeRequest::default())
            .await?;
        let args = vec![
            component
                .to_str()
                .ok_or("the path is not UTF-8")?
                .to_owned(),
        ];
        let package = client
            .parameterize(pulumirpc::ParameterizeRequest {
                parameters: Some(Parameters::Args(ParametersArgs { args })),
            })
            .await?
            .into_inner();
        let schema = client
            .get_schema(pulumirpc::GetSchemaRequest {
                subpackage_name: package.name.clone(),
                subpackage_version: package.version.clone(),
                ..Default::default()
            })
            .await?
            .into_inner()
            .schema;
        let schema: serde_json::Value = serde_json::from_str(&schema)?;
        let parameter = schema["parameterization"]["parameter"]
            .as_str()
            .ok_or("the schema has no parameter")?;
        Ok(Package {
            name: package.name,
            version: package.version,
            value: STANDARD.decode(parameter)?,
        })
    }

    /// One process, asked what the engine asks when it begins an update.
    async fn run(&self, package: &Package) -> Result<Times> {
        let process = self.launch()?;
        let port_line = Instant::now();
        let mut client = process.connect().await?;
        client
            .handshake(pulumirpc::ProviderHandshakeRequest {
                configure_with_urn: true,
                ..Default::default()
            })
            .await?;
        client.get_plugin_info(()).await?;
        client
            .parameterize(pulumirpc::ParameterizeRequest {
                parameters: Some(Parameters::Value(ParametersValue {
                    name: package.name.clone(),
                    version: package.version.clone(),
                    value: package.value.clone(),
                })),
            })
            .await?;
        client
            .check_config(pulumirpc::CheckRequest {
                urn: PROVIDER_URN.to_owned(),
                news: Some(Struct::default()),
                ..Default::default()
            })
            .await?;
        client
            .configure(pulumirpc::ConfigureRequest {
                args: Some(Struct::default()),
                accept_secrets: true,
                accept_resources: true,
                sends_old_inputs: true,
                sends_old_inputs_to_delete: true,
                ..Default::default()
            })
            .await?;
        let checked = client
            .check(pulumirpc::CheckRequest {
                urn: URN.to_owned(),
                news: Some(inputs()),
                random_seed: vec![7; 32],
                ..Default::default()
            })
            .await?
            .into_inner();
        let check = port_line.elapsed();
        client
            .create(pulumirpc::CreateRequest {
                urn: URN.to_owned(),
                properties: checked.inputs,
                ..Default::default()
            })
            .await?;
        Ok(Times {
            port: process.took,
            check,
            create: port_line.elapsed(),
        })
    }
}

fn inputs() -> Struct {
    let name = Value {
        kind: Some(Kind::StringValue("World".to_owned())),
    };
    Struct {
        fields: [("name".to_owned(), name)].into(),
    }
}

/// A running plugin; it ends with this value.
struct Process {
    child: Child,
    port: u16,
    took: Duration,
}

impl Process {
    async fn connect(&self) -> Result<ResourceProviderClient<Channel>> {
        let address = format!("http://127.0.0.1:{}", self.port);
        Ok(ResourceProviderClient::connect(address).await?)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

fn report(cache: &str, runs: &[Times]) {
    let line = |name: &str, time: fn(&Times) -> Duration| {
        let mut times: Vec<f64> = runs
            .iter()
            .map(|run| time(run).as_secs_f64() * 1000.0)
            .collect();
        times.sort_by(f64::total_cmp);
        let (median, worst) = (percentile(&times, 0.5), percentile(&times, 0.99));
        println!("{cache} cache, {name:<31}{median:>8.2} {worst:>8.2}");
    };
    line("start to port line", |times| times.port);
    line("port line to first Check", |times| times.check);
    line("port line to first Create", |times| times.create);
}

/// The value below which a share of sorted figures lies, by the nearest rank.
fn percentile(sorted: &[f64], share: f64) -> f64 {
    let rank = (share * sorted.len() as f64).ceil().max(1.0);
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a rank among a few runs"
    )]
    let index = rank as usize - 1;
    sorted.get(index).copied().unwrap_or(f64::NAN)
}
