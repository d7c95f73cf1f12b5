//! Reports the configuration that it was given: the values that arrive from programs in other languages.

use std::collections::BTreeMap;

use pulumi_wasm_provider::prelude::*;

/// Upper bounds.
#[derive(Object, Clone)]
struct Limits {
    /// Whether there are exceptions.
    strict: bool,
    /// How many there may be.
    most: Option<i64>,
    /// By whose name.
    by_name: Option<BTreeMap<String, f64>>,
}

/// A configuration with a value of each kind.
#[derive(Config)]
struct Settings {
    /// A boolean with a default that a program may want to differ from.
    #[property(default = true)]
    verbose: bool,
    /// A number.
    #[property(default = 3)]
    retries: i64,
    /// A list.
    hosts: Option<Vec<String>>,
    /// An object.
    limits: Limits,
    /// A secret.
    #[property(secret)]
    token: String,
    /// The address of a server. Generated SDKs put the default in, and it is not a user's decision all the same.
    #[property(default = "http://127.0.0.1:9")]
    lookup: String,
}

/// A report about the configuration.
#[derive(Resource)]
struct Report {
    /// The title of the report.
    title: String,
    /// As configured.
    #[property(output)]
    verbose: bool,
    /// As configured.
    #[property(output)]
    retries: i64,
    /// As configured; empty where it is not.
    #[property(output)]
    hosts: Vec<String>,
    /// As configured.
    #[property(output)]
    limits: Limits,
    /// The result of a request to the server.
    #[property(output)]
    looked_up: String,
    /// The token, backwards.
    #[property(output, secret)]
    reversed_token: String,
}

#[resource]
impl Lifecycle for Report {
    fn create(_: CreateRequest<Self>, cx: &CreateContext) -> Result<Created<Self>> {
        let settings = cx.config::<Settings>();
        let looked_up = match cx.http().get(settings.lookup.as_str()).send() {
            Ok(_) => "answered",
            Err(Error::Denied(_)) => "denied",
            Err(_) => "unreachable",
        };
        let report = ReportOutputs {
            looked_up: looked_up.to_owned(),
            verbose: settings.verbose,
            retries: settings.retries,
            hosts: settings.hosts.clone().unwrap_or_default(),
            limits: settings.limits.clone(),
            reversed_token: settings.token.chars().rev().collect(),
        };
        Ok(Created::new("report", report))
    }
}

provider!(
    Provider::new("settings")
        .config::<Settings>()
        .resource::<Report>()
        .net(Net::from(Settings::LOOKUP).reason("to see what is granted"))
);
