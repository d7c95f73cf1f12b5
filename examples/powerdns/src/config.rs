//! The provider's configuration: which server, and how it knows us.

use pulumi_wasm_provider::prelude::*;

/// Where the API begins on every server.
const API: &str = "/api/v1";

/// Where the server is and how to get in.
#[derive(Config)]
pub(crate) struct Settings {
    /// The address of the server's HTTP API, such as `http://127.0.0.1:8081`. Setting it permits the provider to
    /// talk to this address, and to no other.
    pub(crate) server_url: String,
    /// The server's `api-key`. Where it is not configured, the environment variable `PDNS_API_KEY` has it, provided
    /// that the package may read that.
    #[property(secret, env = "PDNS_API_KEY")]
    pub(crate) api_key: String,
    /// Which server behind the API is meant. An authoritative server has only itself, under the name `localhost`.
    #[property(default = "localhost")]
    pub(crate) server_id: String,
}

impl Settings {
    /// The address up to and including the server's id.
    pub(crate) fn server_address(&self) -> String {
        format!("{}{API}/servers/{}", base(&self.server_url), self.server_id)
    }
}

#[config]
impl Configure for Settings {
    fn check(config: &SettingsDraft, cx: &CheckContext) -> Result<()> {
        if let Some(url) = config.server_url.get()
            && let Err(reason) = check_url(url)
        {
            cx.fail("serverUrl", reason);
        }
        Ok(())
    }
}

/// The address as people may write it, without what the provider adds anyway.
fn base(url: &str) -> &str {
    let url = url.trim_end_matches('/');
    url.strip_suffix(API).unwrap_or(url).trim_end_matches('/')
}

fn check_url(url: &str) -> core::result::Result<(), String> {
    let host = url
        .strip_prefix("http://")
        .or_else(|| url.strip_prefix("https://"));
    match host {
        None | Some("") => Err(format!(
            "`{url}` is not an address such as `http://127.0.0.1:8081`"
        )),
        Some(host) if host.contains(['?', '#']) => {
            Err(format!("`{url}` must end with the path of the API"))
        }
        Some(_) => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::{base, check_url};

    #[test]
    fn addresses_may_have_more_than_is_needed() {
        for url in [
            "http://ns:8081",
            "http://ns:8081/",
            "http://ns:8081/api/v1",
            "http://ns:8081/api/v1/",
        ] {
            assert_eq!(base(url), "http://ns:8081");
        }
        assert_eq!(base("https://proxy/dns/"), "https://proxy/dns");
    }

    #[test]
    fn what_is_no_address_is_refused() {
        for url in ["", "ns:8081", "http://", "ftp://ns", "https://ns/?key=1"] {
            assert!(check_url(url).is_err(), "{url}");
        }
        assert!(check_url("https://ns.example:8081").is_ok());
    }
}
