"""The provider's configuration."""

from pulumi_wasm_provider import (
    CheckContext,
    Config,
    ConfigureContext,
    Field,
    Object,
    ProviderError,
    Replace,
    Results,
    Secret,
    value_of,
)


class Limits(Object):
    """Upper limits."""

    most: int
    """How many there may be."""
    by_name: dict[str, float] | None
    """Limits by name."""


class Settings(Config):
    """How the provider works."""

    region: str
    """Where everything is."""
    retries: int = 3
    """The number of attempts."""
    labels: list[str] | None
    """Texts."""
    limits: Limits | None
    """An object."""
    token: Secret[str | None]
    """The access token."""
    word: str | None = Field(env="CONFORMANCE_WORD")
    """From the environment."""
    server_url: str | None
    """The address of a server."""
    realm: Replace[str | None]
    """The realm. A change replaces the provider."""
    refuse: str | None
    """The error that `configure` returns."""

    def configure(self, cx: ConfigureContext) -> str:
        if self.refuse is not None:
            raise ProviderError(self.refuse)
        return f"from {self.region}"

    def check(self, cx: CheckContext) -> None:
        if value_of(self, Settings.region).get() == "nowhere":
            cx.fail(Settings.region, "is no place")
        limits = value_of(self, Settings.limits).get()
        if limits is not None and limits.most < 0:
            cx.fail(Settings.limits, "must not be negative", "most")


class Configured(Results):
    """The configuration that the provider received."""

    region: str
    """As configured."""
    retries: int
    """As configured, or the default."""
    labels: list[str] | None
    """As configured."""
    limits: Limits | None
    """As configured."""
    token_length: int
    """How long the token is."""
    word: Secret[str | None]
    """As configured, or from the environment."""
    banner: str
    """The banner that `configure` made."""
