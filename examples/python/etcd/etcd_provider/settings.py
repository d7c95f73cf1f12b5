"""The configuration: the address of the cluster, and a user of it."""

from pulumi_wasm_provider import Config, ConfigureContext, Field, Requires, Secret, http


class Settings(
    Config,
    constraints=[Requires("password", "username"), Requires("client_certificate", "client_key")],
):
    """The address of the cluster, and a user of it."""

    endpoint: str = Field(
        pattern="^https?://[^/?#]+/?$",
        pattern_reason="an address such as `http://127.0.0.1:2379`, without a path",
    )
    """The address of a client port of the cluster, such as `https://etcd.example.com:2379`. The provider may send
    requests to this address, and to no other."""
    username: str | None
    """The user for the requests, who needs the role `root` to manage users and roles. A cluster whose authentication is
    not enabled ignores the user."""
    password: Secret[str | None] = Field(default=None, env="ETCD_PASSWORD")
    """The user's password. Its default is the environment variable `ETCD_PASSWORD`, if the package may read it."""
    ca_certificate: str | None
    """Certificates in PEM of the authority that signed the cluster's certificate, if the system does not trust it."""
    client_certificate: str | None
    """A client certificate in PEM, if the cluster asks for it."""
    client_key: Secret[str | None]
    """The private key of the client certificate, in PEM."""

    def configure(self, cx: ConfigureContext) -> http.Client:
        return http.Client(base_url=self.endpoint)
