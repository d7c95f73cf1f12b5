"""Functions."""

from typing import Any

from pulumi_wasm_provider import Arguments, FunctionContext, ProviderError, Results, Secret, function, http

from .failing import error
from .settings import Configured, Settings


@function(pure=True, positional=True)
def echo(value: Any) -> Any:
    """Returns its argument."""
    return value


class GreetArguments(Arguments):
    """The person and the salutation."""

    name: str
    """Who."""
    salutation: str = "Hello"
    """How."""


class Greeting(Results):
    """The message."""

    message: str
    """The words."""
    words: int
    """How many there are."""


@function(pure=True)
def greet(arguments: GreetArguments) -> Greeting:
    """Greets."""
    message = f"{arguments.salutation}, {arguments.name}!"
    return Greeting(message=message, words=len(message.split(" ")))


class ConcealArguments(Arguments):
    """The text to hide."""

    text: str
    """A text."""


class Concealed(Results):
    """The hidden text and its length."""

    hidden: Secret[str]
    """The text."""
    length: int
    """How long it is."""


@function(pure=True)
def conceal(arguments: ConcealArguments) -> Concealed:
    """Returns a secret."""
    return Concealed(hidden=arguments.text, length=len(arguments.text))


@function
def configured(cx: FunctionContext) -> Configured:
    """Returns the configuration."""
    settings = cx.config(Settings)
    return Configured(
        region=settings.region,
        retries=settings.retries,
        labels=settings.labels,
        limits=settings.limits,
        token_length=len(settings.token or ""),
        word=settings.word,
        banner=cx.client(Settings),
    )


class FailArguments(Arguments):
    """How to fail."""

    how: str
    """The name of an error, or `crash`."""


@function
def fail(arguments: FailArguments) -> str:
    """Fails."""
    raise error(arguments.how)


class SendArguments(Arguments):
    """The request."""

    method: str
    """The method."""
    url: str | None
    """The address. The default is the address in the configuration."""


@function
def send(arguments: SendArguments, cx: FunctionContext) -> str:
    """Sends a request, and gives the answer's text."""
    url = arguments.url or cx.config(Settings).server_url
    if url is None:
        raise ProviderError("an address")
    response = http.request(arguments.method, url)
    cx.info(f"{arguments.method} {response.status}")
    return response.text
