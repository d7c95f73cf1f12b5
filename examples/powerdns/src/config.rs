//! The provider's configuration: the address of the server, and the credentials.

use pulumi_wasm_provider::http;
use pulumi_wasm_provider::prelude::*;

/// Where the API begins on every server.
const API: &str = "/api/v1";

/// Where the server is and how to get in.
#[derive(Config)]
pub(crate) struct Settings {
    /// The address of the server's HTTP API, such as `http://127.0.0.1:8081`. Setting it permits the provider to
    /// talk to this address, and to no other.
    #[property(
        pattern = "^https?://[^?#]+$",
        pattern_reason = "an address such as `http://127.0.0.1:8081`, up to the path of the API"
    )]
    pub(crate) server_url: String,
    /// The server's `api-key`. Where it is not configured, the environment variable `PDNS_API_KEY` has it, provided
    /// that the package may read that.
    #[property(secret, env = "PDNS_API_KEY")]
    pub(crate) api_key: String,
    /// Which server behind the API is meant. An authoritative server has only itself, under the name `localhost`.
    #[property(default = "localhost")]
    pub(crate) server_id: String,
}

#[config]
impl Configure for Settings {
    type Client = http::Client;

    fn configure(&self, cx: &ConfigureContext) -> Result<http::Client> {
        let client = cx.http().base_url(self.server_address());
        Ok(client.header("X-API-Key", &self.api_key))
    }
}

impl Settings {
    /// The address up to and including the server's id.
    pub(crate) fn server_address(&self) -> String {
        format!("{}{API}/servers/{}", base(&self.server_url), self.server_id)
    }
}

/// The address as people may write it, without what the provider adds anyway.
fn base(url: &str) -> &str {
    let url = url.trim_end_matches('/');
    url.strip_suffix(API).unwrap_or(url).trim_end_matches('/')
}

#[cfg(test)]
mod tests {
    use super::base;

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
}
