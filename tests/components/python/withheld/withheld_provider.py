"""Users of a server, whose credentials the host withholds from the provider."""

from pulumi_wasm_provider import (
    Basic,
    Bearer,
    CheckContext,
    Config,
    Context,
    Field,
    Net,
    Output,
    Provider,
    Resource,
    Secret,
    Tls,
    UnsupportedError,
    value_of,
)


class Settings(Config):
    """The server and its credentials."""

    server: str
    username: str
    password: Secret[str]
    token: Secret[str] = Field(credential=Bearer(host="b.example", withhold=True))
    spare: Secret[str | None] = Field(default=None, credential=Bearer(host="c.example", withhold=True))
    certificate: str
    key: Secret[str]

    def check(self, cx: CheckContext) -> None:
        if value_of(self, Settings.username).get() == "nobody":
            cx.fail(Settings.username, "is nobody")


def is_withheld(settings: Settings, name: str) -> bool:
    """Whether a value cannot be read."""
    try:
        getattr(settings, name)
    except UnsupportedError:
        return True
    return False


class User(Resource):
    """A user of the server."""

    name: str
    read_by: Output[str]

    def create(self, cx: Context) -> str:
        settings = cx.config(Settings)
        assert all(is_withheld(settings, name) for name in ("password", "token", "key"))
        assert settings.spare is None
        self.read_by = settings.username
        return self.name


provider = Provider(
    config=Settings,
    resources=[User],
    net=[
        Net("config:server", credential=Basic("password", user_config="username", withhold=True)),
        Net("tls.example", tls=Tls(certificate="certificate", key="key", withhold=True)),
    ],
)
