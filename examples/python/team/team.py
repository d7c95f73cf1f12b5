"""The accounts of a team: components that are made of resources of another package."""

from pulumi_wasm_provider import Component, ComponentContext, Field, Input, Output, Provider, Secret, interpolate


class Account(Component):
    """An account of one person."""

    user: Input[str]
    """The owner."""
    length: Input[int] = Field(default=16, ge=8, le=64)
    """How many characters the first password has."""
    login: Output[str]
    """The name of the account."""
    password: Output[Secret[str]]
    """The first password."""

    def construct(self, cx: ComponentContext) -> None:
        login = cx.child("login", "random:index/randomPet:RandomPet", {"prefix": self.user, "length": 1})
        secret = cx.child("password", "random:index/randomPassword:RandomPassword", {"length": self.length}, depends_on=login)
        self.login = login.id
        self.password = secret.output("result")


class Team(Component):
    """A team, with an account for each of its members."""

    domain: Input[str]
    """The domain of the mail addresses."""
    members: list[str] = Field(min_items=1, max_items=50, unique_items=True)
    """The members of the team."""
    addresses: Output[list[str]]
    """The mail addresses of the members."""
    welcome: Output[str]
    """A text that names them all."""

    def construct(self, cx: ComponentContext) -> None:
        with cx.group("accounts", "Accounts") as group:
            accounts = [group.component(member, Account, {"user": member}) for member in self.members]
        addresses = Output.all([interpolate("{}@{}", account.output("login"), self.domain) for account in accounts])
        self.addresses = addresses
        self.welcome = addresses.apply(lambda all: f"Welcome, {' and '.join(all)}!")


provider = Provider(components=[Team, Account], packages={"random": "4.18.0"})
