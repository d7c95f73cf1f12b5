"""The contexts of the hooks."""

import unittest
from typing import Any, Self

from pulumi_wasm_provider import (
    Backoff,
    CheckContext,
    Config,
    ConfigureContext,
    Context,
    CreateContext,
    DeleteContext,
    Diff,
    DiffContext,
    FunctionContext,
    ListContext,
    ListRequest,
    Page,
    Pending,
    PreviewContext,
    Provider,
    ProviderError,
    ReadContext,
    Resource,
    Stable,
    TimedOutError,
    UpdateContext,
    function,
    http,
    testing,
)

from .sample import MachineQuery

seen: dict[str, Context] = {}


def note(hook: str, cx: Context) -> None:
    """As a helper of several hooks: it takes the context of each."""
    seen[hook] = cx


class Settings(Config):
    url: str

    def configure(self, cx: ConfigureContext) -> http.Client:
        note("configure", cx)
        return http.Client(base_url=self.url, bearer="t")

    def check(self, cx: CheckContext) -> None:
        note("check_config", cx)


class Thing(Resource):
    name: str
    made: Stable[str]

    def check(self, cx: CheckContext) -> None:
        note("check", cx)

    def diff(self, old: Self, diff: Diff, cx: DiffContext) -> None:
        note("diff", cx)
        diff.update(Thing.name)

    def preview_create(self, cx: PreviewContext) -> None:
        note("preview_create", cx)

    def create(self, cx: CreateContext) -> str:
        note("create", cx)
        self.made = "yes"
        return "1"

    def resume(self, old: Self, cx: UpdateContext) -> None:
        note("resume", cx)

    @classmethod
    def read(cls, id: str, old: Self | None, cx: ReadContext) -> Self | None:
        note("read", cx)
        return old

    def update(self, old: Self, cx: UpdateContext) -> None:
        note("update", cx)

    def preview_update(self, old: Self, cx: PreviewContext) -> None:
        note("preview_update", cx)

    # The base of all contexts fits every hook.
    def delete(self, cx: Context) -> None:
        note("delete", cx)

    @classmethod
    def list_(cls, request: ListRequest[MachineQuery], cx: ListContext) -> Page:
        note("list", cx)
        return Page()


@function
def ask(cx: FunctionContext) -> str:
    """Asks."""
    note("invoke", cx)
    return str(cx.client(Settings).get("/name").json())


provider = Provider(name="acme", version="1.0.0", resources=[Thing], functions=[ask], config=Settings)
CONFIG = {"url": "https://e.com/v1"}


class Contexts(unittest.TestCase):
    def setUp(self) -> None:
        seen.clear()
        self.host = testing.Host(answer=testing.routes({"GET https://e.com/v1/name": "ada"}))
        context = testing.run(provider, self.host, config=CONFIG)
        self.stack = context.__enter__()
        self.addCleanup(context.__exit__, None, None, None)

    def test_each_hook_gets_its_own_and_no_more(self) -> None:
        stack, inputs = self.stack, {"name": "a"}
        stack.check_config(CONFIG)
        stack.check(Thing, inputs)
        stack.preview_create(Thing, inputs)
        made = stack.create(Thing, inputs)
        stack.resume(Thing, made, inputs)
        self.assertEqual([one.path for one in stack.diff(Thing, made, inputs).differences], ["name"])
        stack.read(Thing, "1", made)
        stack.preview_update(Thing, made, inputs)
        stack.update(Thing, made, inputs)
        stack.delete(Thing, made)
        stack.list_(Thing)
        self.assertEqual(stack.invoke("ask", {}), {"result": "ada"})
        wait, checkpoint, views, old_views = "wait", "checkpoint", "views", "old_views"
        refresh = "refresh_before_update"
        expected = {
            "configure": (ConfigureContext, set[str]()),
            "check_config": (CheckContext, {"fail", "old_inputs", "old_outputs"}),
            "check": (CheckContext, {"fail", "old_inputs", "old_outputs"}),
            "diff": (DiffContext, set[str]()),
            "preview_create": (PreviewContext, {views, old_views}),
            "preview_update": (PreviewContext, {views, old_views}),
            "create": (CreateContext, {wait, checkpoint, views, refresh}),
            "resume": (UpdateContext, {wait, checkpoint, views, old_views, refresh}),
            "update": (UpdateContext, {wait, checkpoint, views, old_views, refresh}),
            "read": (ReadContext, {wait, views, old_views, refresh, "inputs"}),
            "delete": (DeleteContext, {wait, views, old_views}),
            "list": (ListContext, {wait}),
            "invoke": (FunctionContext, {wait}),
        }
        usual = {name for name in dir(Context()) if not name.startswith("_")}
        more = {hook: (type(cx), {name for name in dir(cx) if not name.startswith("_")} - usual) for hook, cx in seen.items()}
        self.assertEqual(more, expected)

    def test_the_client_is_what_configure_returned(self) -> None:
        cx = self.stack.context(CreateContext, Thing)
        client = cx.client(Settings)
        self.assertIs(client, self.stack.context(ListContext).client(Settings))
        self.assertEqual((cx.config(Settings).url, cx.token), ("https://e.com/v1", "acme:index:Thing"))
        client.get("name")
        self.assertEqual(self.host.requests[-1].header("authorization"), "Bearer t")

    def test_a_client_that_is_not_there_says_why(self) -> None:
        class Bare(Config):
            url: str

        with testing.run(Provider(name="acme", version="1.0.0", config=Bare), config=CONFIG) as stack:
            with self.assertRaisesRegex(ProviderError, "`Bare` made no client\nhint: write `def configure"):
                stack.context(Context).client(Bare)
            with self.assertRaisesRegex(ProviderError, "`Settings` is not this provider's configuration: that is `Bare`"):
                stack.context(Context).client(Settings)
        with testing.run(provider) as stack, self.assertRaisesRegex(ProviderError, "before the provider was configured"):
            stack.context(Context).client(Settings)

    def test_the_time_that_is_left_goes_down(self) -> None:
        cx = self.stack.context(CreateContext)
        self.assertEqual(cx.time_left, 3600)
        cx.sleep(60)
        self.assertEqual(cx.time_left, 3540)

    def test_a_wait_counts_its_attempts(self) -> None:
        cx = self.stack.context(CreateContext)
        attempts: list[int] = []

        def look(attempt: int) -> str | Pending:
            attempts.append(attempt)
            return Pending("starting") if attempt < 3 else "ready"

        begun = self.host.time
        self.assertEqual(cx.wait(look, Backoff(first_delay=1, factor=3)), "ready")
        self.assertEqual((attempts, self.host.time - begun), ([1, 2, 3], 1 + 3))
        with self.assertRaisesRegex(TimedOutError, "still not ready after 2 attempts: starting"):
            cx.wait(look, every=1, attempts=2)
        without: Any = cx.wait
        with self.assertRaisesRegex(TypeError, r"write `every=1`, or `Backoff\(first_delay=1\)`"):
            without(look)
        with self.assertRaisesRegex(TypeError, r"either a `Backoff` or arguments"):
            without(look, Backoff(first_delay=1), attempts=2)


if __name__ == "__main__":
    unittest.main()
