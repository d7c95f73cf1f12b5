//! The provider's configuration.

use std::collections::BTreeMap;

use pulumi_wasm_provider::prelude::*;

/// Upper limits.
#[derive(Object, Clone)]
pub(crate) struct Limits {
    /// How many there may be.
    most: i64,
    /// Limits by name.
    by_name: Option<BTreeMap<String, f64>>,
}

/// How the provider works.
#[derive(Config)]
pub(crate) struct Settings {
    /// Where everything is.
    pub(crate) region: String,
    /// The number of attempts.
    #[property(default = 3)]
    pub(crate) retries: i64,
    /// Texts.
    pub(crate) labels: Option<Vec<String>>,
    /// An object.
    pub(crate) limits: Option<Limits>,
    /// The access token.
    #[property(secret)]
    pub(crate) token: Option<String>,
    /// From the environment.
    #[property(env = "CONFORMANCE_WORD")]
    pub(crate) word: Option<String>,
    /// The address of a server.
    pub(crate) server_url: Option<String>,
    /// The realm. A change replaces the provider.
    #[property(replace)]
    pub(crate) realm: Option<String>,
    /// The error that `configure` returns.
    pub(crate) refuse: Option<String>,
}

#[config]
impl Configure for Settings {
    /// The banner.
    type Client = String;

    fn configure(&self, _: &ConfigureContext) -> Result<String> {
        match &self.refuse {
            Some(reason) => Err(Error::other(reason)),
            None => Ok(format!("from {}", self.region)),
        }
    }

    fn check(config: &SettingsDraft, cx: &CheckContext) -> Result<()> {
        if config
            .region
            .get()
            .is_some_and(|region| region == "nowhere")
        {
            cx.fail(Settings::REGION, "is no place");
        }
        if let Some(limits) = config.limits.get()
            && limits.most < 0
        {
            cx.fail(Settings::LIMITS.field(Limits::MOST), "must not be negative");
        }
        Ok(())
    }
}

/// The configuration that the provider received.
#[derive(Object, Clone)]
pub(crate) struct Configured {
    /// As configured.
    pub(crate) region: String,
    /// As configured, or the default.
    pub(crate) retries: i64,
    /// As configured.
    pub(crate) labels: Option<Vec<String>>,
    /// As configured.
    pub(crate) limits: Option<Limits>,
    /// How long the token is.
    pub(crate) token_length: i64,
    /// As configured, or from the environment.
    #[property(secret)]
    pub(crate) word: Option<String>,
    /// The banner that `configure` made.
    pub(crate) banner: String,
}
