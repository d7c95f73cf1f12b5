"""Requests and answers."""

import unittest

from pulumi_wasm_provider import (
    AlreadyExistsError,
    Backoff,
    Context,
    DeniedError,
    NotFoundError,
    ProviderError,
    UnavailableError,
    error_context,
    http,
    testing,
)
from pulumi_wasm_provider._interface.host import AssetBody, Written, use
from pulumi_wasm_provider._interface.schedule import Schedule
from pulumi_wasm_provider.testing import Answer, Host
from pulumi_wasm_provider.values.asset import Asset


class Requests(unittest.TestCase):
    def setUp(self) -> None:
        self.host = Host(answer=lambda request: testing.json_answer({"ok": True}))
        use(self.host)
        self.addCleanup(use, None)

    def test_a_client_says_what_all_requests_have_in_common(self) -> None:
        client = http.Client(base_url="https://e.com/v1", headers={"X-Key": "k"}, timeout=2.5, attempts=3)
        client.post("/zones", json={"a": "ü"}, headers={"x-key": "other", "A": "b"}, redirects=2)
        [request] = self.host.requests
        self.assertEqual((request.method, request.url), ("POST", "https://e.com/v1/zones"))
        self.assertEqual(
            request.headers, [("x-key", "other"), ("A", "b"), ("content-type", "application/json")]
        )
        self.assertEqual((request.body, request.timeout_ms, request.redirects), ('{"a":"ü"}', 2500, 2))
        self.assertEqual(request.backoff, Schedule(3, 500, 2.0, 30_000, 0))
        client.get("zones", backoff=Backoff(first_delay=1, factor=1.5, attempts=4))
        self.assertEqual(self.host.requests[-1].backoff, Schedule(4, 1000, 1.5, 30_000, 0))
        http.get("https://api.example", backoff=Backoff(first_delay=60, factor=1, timeout=600))
        self.assertEqual(self.host.requests[-1].backoff, Schedule(5, 60_000, 1, 60_000, 600_000))
        with self.assertRaisesRegex(TypeError, r"either `attempts` or `backoff`: write `backoff=Backoff\(attempts=…\)`"):
            client.get("zones", attempts=2, backoff=Backoff(first_delay=1))

    def test_a_base_and_a_path_become_one_address(self) -> None:
        # The rows that the other languages have as well.
        for base, path, joined in (
            ("https://api.example.com", "machines", "https://api.example.com/machines"),
            ("https://api.example.com", "/machines", "https://api.example.com/machines"),
            ("https://api.example.com/", "/machines", "https://api.example.com/machines"),
            ("https://api.example.com/v1", "machines", "https://api.example.com/v1/machines"),
            ("https://api.example.com/v1//", "//machines", "https://api.example.com/v1/machines"),
            ("https://api.example.com/v1", "", "https://api.example.com/v1"),
            ("https://api.example.com/v1/", "", "https://api.example.com/v1/"),
            ("https://api.example.com/v1", "/", "https://api.example.com/v1/"),
            ("https://api.example.com/v1", "?size=1", "https://api.example.com/v1/?size=1"),
            ("https://api.example.com/v1", "a?b=c#d", "https://api.example.com/v1/a?b=c#d"),
            ("http://[::1]:8080", "a", "http://[::1]:8080/a"),
            ("https://api.example.com", "@evil.example", "https://api.example.com/@evil.example"),
            ("https://api.example.com", "//evil.example/a", "https://api.example.com/evil.example/a"),
            ("https://api.example.com", "a?next=https://evil.example", "https://api.example.com/a?next=https://evil.example"),
            ("https://api.example.com", "https://other.example/a", "https://other.example/a"),
            (None, "https://other.example/a", "https://other.example/a"),
        ):
            http.Client(base_url=base).get(path)
            self.assertEqual(self.host.requests[-1].url, joined, (base, path))

    def test_a_base_has_a_scheme_and_a_host_and_no_query(self) -> None:
        for base in (
            "",
            "api.example.com",
            "/v1",
            "ftp://api.example.com",
            "https://",
            "https://me:secret@api.example.com",
            "https://api.example.com\\@evil.example",
            "https://api.example.com?key=secret",
            "https://api.example.com/v1#secret",
        ):
            with self.assertRaisesRegex(ProviderError, "^the base address `[^`]*` has (no scheme and host|a query or a fragment)\nhint: ") as told:
                http.Client(base_url=base)
            self.assertNotIn("secret", str(told.exception))

    def test_headers_of_a_client_go_to_its_server_alone(self) -> None:
        client = http.Client(base_url="https://api.example.com/v1", headers={"x-key": "k"}, bearer="t")
        for url, goes in (
            ("machines", True),
            ("https://api.example.com/other", True),
            ("https://API.example.com:443", True),
            ("https://api.example.com:0443/a", True),
            ("HTTPS://api.example.com?x", True),
            ("http://api.example.com/v1", False),
            ("https://api.example.com:8443/v1", False),
            ("https://api.example.com:0/v1", False),
            ("https://a.api.example.com/v1", False),
            ("https://api.example.com.evil.example", False),
            ("https://evil.example/api.example.com", False),
            ("https://evil.example/@api.example.com", False),
            ("https://evil.example\\@api.example.com", False),
            ("https://evil.example?@api.example.com", False),
            ("https://evil.example#@api.example.com", False),
            ("https://me@api.example.com", False),
            ("https://api.example.com@evil.example", False),
            ("https://api.example.com\\@evil.example", False),
            ("https://api.exam\tple.com", False),
            ("https:///evil.example", False),
            ("ftp://api.example.com/v1", False),
        ):
            client.get(url, headers={"a": "b"})
            request = self.host.requests[-1]
            sent = (request.header("x-key"), request.header("authorization"), request.header("a"))
            self.assertEqual(sent, ("k", "Bearer t", "b") if goes else (None, None, "b"), url)

    def test_credentials_of_a_client_are_headers(self) -> None:
        http.Client(base_url="https://e.com", basic=("ada", "hünter2")).get("a")
        self.assertEqual(self.host.requests[-1].header("authorization"), "Basic YWRhOmjDvG50ZXIy")
        http.Client(base_url="https://e.com", bearer="t").get("a", headers={"Authorization": "own"})
        self.assertEqual(self.host.requests[-1].header("authorization"), "own")
        http.Client(base_url="https://e.com", bearer=None).get("a")
        self.assertEqual(self.host.requests[-1].headers, [])
        with self.assertRaisesRegex(TypeError, "either `bearer` or `basic`"):
            http.Client(bearer="t", basic=("a", "b"))
        self.assertEqual(repr(http.Client(base_url="https://e.com/v1", bearer="t")), "<Client https://e.com/v1>")

    def test_a_page_that_comes_with_a_failure_is_a_value_error_too(self) -> None:
        self.host.answer = lambda request: Answer(401, url="u", body="<html>log in</html>")
        answer = http.get("https://e.com")
        for kind in (ValueError, ProviderError, http.NotJsonError):
            with self.assertRaisesRegex(kind, "GET https://e.com: reading the answer: it is not JSON: Expecting value"):
                answer.json()
        with self.assertRaisesRegex(DeniedError, "answered 401: <html>log in"):
            answer.raise_for_status()

    def test_a_body_of_a_test_is_given_by_its_name(self) -> None:
        with self.assertRaises(TypeError):
            Answer(200, "the body")  # type: ignore[misc]

    def test_answers_are_read(self) -> None:
        self.host.answer = lambda request: Answer(200, url="u", headers=[("Set-A", "1"), ("set-a", "2")], body=b"\xff")
        answer = http.get("https://e.com")
        self.assertTrue(answer.ok)
        self.assertEqual((answer.headers, answer.header("SET-A")), ({"set-a": "1, 2"}, "1"))
        self.assertEqual(answer.content, b"\xff")
        with self.assertRaisesRegex(AttributeError, "a response has no `status_code`: the status code is `status`"):
            getattr(answer, "status_code")
        self.assertFalse(hasattr(answer, "reason_phrase"))
        with self.assertRaisesRegex(ProviderError, "GET https://e.com: the answer is not text"):
            answer.text
        with self.assertRaisesRegex(ProviderError, "reading the answer"):
            answer.json()

    def test_a_byte_order_mark_is_not_a_part_of_the_text(self) -> None:
        for body in ('\ufeff{"a":1}', '\ufeff{"a":1}'.encode()):
            self.host.answer = lambda request, body=body: Answer(200, url="u", body=body)
            answer = http.get("https://e.com")
            self.assertEqual((answer.json(), answer.text, len(answer.content)), ({"a": 1}, '{"a":1}', 10))

    def test_a_status_becomes_the_error_that_fits(self) -> None:
        kinds = {401: DeniedError, 403: DeniedError, 404: NotFoundError, 409: AlreadyExistsError, 429: UnavailableError}
        for status, kind in {**kinds, 400: ProviderError, 503: UnavailableError}.items():
            self.host.answer = lambda request, status=status: Answer(status, body=" no\n")
            with self.assertRaises(ProviderError) as raised:
                http.get("https://u:p@e.com/a?key=secret#x").raise_for_status()
            self.assertIs(type(raised.exception), kind)
            self.assertEqual(str(raised.exception), f"GET https://e.com/a answered {status}: no")

    def test_a_redirect_that_is_not_followed_is_an_error_without_secrets(self) -> None:
        hint = "hint: set the request's option `redirects` to the number of redirects to follow"
        for location, shown in {
            "https://u:p@b.example/login?token=secret#x": "https://b.example/login",
            "//u:p@b.example/login": "//b.example/login",
            "/\\u:p@b.example": "//b.example",
            "/@scope/login?token=secret": "/@scope/login",
            "login?token=secret": "login",
        }.items():
            self.host.answer = lambda request, location=location: Answer(302, headers=[("Location", location)], body="<html>")
            expected = f"GET https://e.com/a answered 302, a redirect to `{shown}` that the request does not follow\n{hint}"
            with self.assertRaises(ProviderError) as raised:
                http.get("https://u:p@e.com/a?key=secret").raise_for_status()
            self.assertEqual((type(raised.exception), str(raised.exception)), (ProviderError, expected))
            with http.stream("GET", "https://e.com/a") as answer, self.assertRaises(ProviderError) as raised:
                answer.raise_for_status()
            self.assertEqual(str(raised.exception), expected)

    def test_only_statuses_of_success_pass(self) -> None:
        for status in (200, 204, 299):
            self.host.answer = lambda request, status=status: Answer(status)
            self.assertEqual(http.get("https://e.com").raise_for_status().status, status)
        self.host.answer = lambda request: Answer(304)
        with self.assertRaisesRegex(ProviderError, "^GET https://e.com answered 304$"):
            http.get("https://e.com").raise_for_status()

    def test_long_bodies_are_cut(self) -> None:
        self.host.answer = lambda request: Answer(500, body="ü" * 501)
        with self.assertRaisesRegex(ProviderError, "ü{500}…$"):
            http.get("https://e.com").raise_for_status()

    def test_bodies_go_and_come_in_parts(self) -> None:
        self.host.answer = lambda request: Answer(200, body=b"abcdef")
        with http.stream("GET", "https://e.com") as answer:
            self.assertEqual([answer.read(4), *answer], [b"abcd", b"ef"])
        with http.upload("PUT", "https://e.com", length=3) as body:
            body.write(b"ab")
            body.write(b"c")
            self.assertEqual(body.finish().raise_for_status().status, 200)
        self.assertEqual(self.host.requests[-1].body, b"abc")
        self.assertEqual(Written(3).length, 3)

    def test_an_asset_goes_by_its_handle(self) -> None:
        http.put("https://e.com", data=Asset(None, 7))
        self.assertEqual(self.host.requests[0].body, AssetBody(7))
        http.put("https://e.com", data=Asset.of_text("t"))
        self.assertEqual(self.host.requests[1].body, "t")
        with self.assertRaises(UnavailableError):
            http.put("https://e.com", data=Asset("hash"))

    def test_errors_say_what_was_being_done(self) -> None:
        self.host.answer = testing.refuse
        with self.assertRaises(UnavailableError) as raised, error_context("reading the zone"):
            Context().http.get("https://e.com")
        self.assertEqual(str(raised.exception), "reading the zone: https://e.com: connection refused")


class Assets(unittest.TestCase):
    def setUp(self) -> None:
        use(Host(assets={1: b"x" * 300_000, 2: {"b/c": b"2", "a": b"1"}, 3: {"a": b"3"}}))
        self.addCleanup(use, None)

    def test_contents_are_read_whole_and_in_parts(self) -> None:
        asset = Asset("h", 1)
        self.assertEqual((asset.size(), len(asset.read_bytes())), (300_000, 300_000))
        with asset.open() as file:
            self.assertEqual((file.read(3), len(file.read())), (b"xxx", 299_997))

    def test_archives_have_entries(self) -> None:
        from pulumi_wasm_provider import Archive

        entries = Archive("h", 2).entries()
        self.assertEqual(Archive("h", 3).entries()["a"].read_text(), "3")
        self.assertEqual({path: asset.read_text() for path, asset in entries.items()}, {"a": "1", "b/c": "2"})


if __name__ == "__main__":
    unittest.main()
