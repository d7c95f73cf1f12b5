"""The provider's configuration: the address of the server, and the credentials."""

from pulumi_wasm_provider import Config, ConfigureContext, Field, Secret, http

#: The beginning of the API's path on every server.
API = "/api/v1"


class Settings(Config):
    """Where the server is and how to get in."""

    server_url: str = Field(
        pattern="^https?://[^?#]+$",
        pattern_reason="an address such as `http://127.0.0.1:8081`, up to the path of the API",
    )
    """The address of the server's HTTP API, such as `http://127.0.0.1:8081`. Setting it permits the provider to
    talk to this address, and to no other."""
    api_key: Secret[str] = Field(env="PDNS_API_KEY")
    """The server's `api-key`. Where it is not configured, the environment variable `PDNS_API_KEY` has it, provided
    that the package may read that."""
    server_id: str = "localhost"
    """Which server behind the API is meant. An authoritative server has only itself, under the name `localhost`."""

    def configure(self, cx: ConfigureContext) -> http.Client:
        return http.Client(base_url=self.server_address, headers={"X-API-Key": self.api_key})

    @property
    def server_address(self) -> str:
        """The address up to and including the server's id. Users may configure it with or without the API's path."""
        base = self.server_url.rstrip("/").removesuffix(API).rstrip("/")
        return f"{base}{API}/servers/{self.server_id}"
