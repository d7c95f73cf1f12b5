"""Users of a server, whose credentials are for the host only."""

from pulumi_wasm_provider import (
    Basic,
    Bearer,
    CheckContext,
    Config,
    CreateContext,
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
    token: Secret[str]
    spare: Secret[str | None]
    certificate: str
    key: Secret[str]

    def check(self, cx: CheckContext) -> None:
        if value_of(self, Settings.username).get() == "nobody":
            cx.fail(Settings.username, "is nobody")


def is_host_only(settings: Settings, name: str) -> bool:
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

    def create(self, cx: CreateContext) -> str:
        settings = cx.config(Settings)
        assert all(is_host_only(settings, name) for name in ("password", "token", "key"))
        assert settings.spare is None
        self.read_by = settings.username
        return self.name


provider = Provider(
    config=Settings,
    resources=[User],
    net=[
        Net(Settings.server, credential=Basic(Settings.username, Settings.password, host_only=True)),
        Net("tls.example", tls=Tls(certificate=Settings.certificate, key=Settings.key, host_only=True)),
        Net("b.example", credential=Bearer(Settings.token, host_only=True)),
        Net("c.example", credential=Bearer(Settings.spare, host_only=True)),
    ],
)
