"""Libraries that speak HTTP by sockets, over the HTTP of the host: as in a component, each in a separate interpreter, and in unit
tests, beside Python's own sockets and `ssl`."""

import http.client
import http.server
import json
import socket
import threading
import unittest
import urllib.error
import urllib.request

from pulumi_wasm_provider import errors, testing
from pulumi_wasm_provider._interface.host import Answer, Request
from pulumi_wasm_provider._interpreter.failures import as_provider_error

from .sample import provider
from .test_language import run


class Asked(unittest.TestCase):
    """What `urllib.request` makes of the host's answers."""

    def setUp(self) -> None:
        self.requests: list[Request] = []
        self.answer: Answer | errors.ProviderError = testing.json_answer({"ok": True})
        self.stack = testing.run(provider, testing.Host(answer=self.answered))
        self.stack.__enter__()
        self.addCleanup(lambda: self.stack.__exit__(None, None, None))

    def answered(self, request: Request) -> Answer:
        self.requests.append(request)
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer

    def test_a_request_goes_through_the_host(self) -> None:
        request = urllib.request.Request("https://e.com/a?b=c", data=b"{}", method="PUT", headers={"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=5) as answer:
            self.assertEqual(json.load(answer), {"ok": True})
        sent = self.requests[0]
        self.assertEqual((sent.method, sent.url, sent.body, sent.timeout_ms), ("PUT", "https://e.com/a?b=c", "{}", 5000))
        headers = {name.lower(): value for name, value in sent.headers}
        self.assertEqual(headers["content-type"], "application/json")
        # The host writes the headers of the connection, and refuses them from a component.
        self.assertTrue({"host", "connection", "content-length", "transfer-encoding"}.isdisjoint(headers))

    def test_a_body_in_chunks_is_whole(self) -> None:
        connection = http.client.HTTPConnection("e.com", 8080)
        connection.request("POST", "/", body=iter([b"one", b"\xff"]), headers={"Transfer-Encoding": "chunked"}, encode_chunked=True)
        self.assertEqual(connection.getresponse().status, 200)
        self.assertEqual((self.requests[0].url, self.requests[0].body), ("http://e.com:8080/", b"one\xff"))

    def test_answers_without_a_body(self) -> None:
        for method, status, length in (("HEAD", 200, "7"), ("DELETE", 204, None)):
            self.answer = Answer(status, headers=[("content-length", "7")] if length else [])
            connection = http.client.HTTPSConnection("e.com")
            connection.request(method, "/")
            answer = connection.getresponse()
            self.assertEqual((answer.status, answer.read(), answer.getheader("content-length")), (status, b"", length))

    def test_failures_are_those_of_the_library_with_the_reason_of_the_host(self) -> None:
        self.answer = errors.DeniedError("this component may not reach https://e.com")
        with self.assertRaisesRegex(urllib.error.URLError, "this component may not reach https://e.com") as raised:
            urllib.request.urlopen("https://e.com")
        # And if nothing catches it, the call fails with that.
        self.assertIs(as_provider_error(raised.exception), self.answer)
        self.answer = errors.TimedOutError("no answer in time")
        with self.assertRaisesRegex(TimeoutError, "no answer in time"):
            urllib.request.urlopen("https://e.com", timeout=1)
        self.answer = Answer(404, body="gone")
        with self.assertRaises(urllib.error.HTTPError) as missing:
            urllib.request.urlopen("https://e.com")
        self.assertEqual((missing.exception.code, missing.exception.read()), (404, b"gone"))
        missing.exception.close()

    def test_a_status_that_nothing_catches_fails_the_call_as_that_of_http_does(self) -> None:
        self.answer = Answer(403, body="no")
        with self.assertRaises(urllib.error.HTTPError) as denied:
            urllib.request.urlopen("https://e.com/a?key=k")
        failure = as_provider_error(denied.exception)
        self.assertIsInstance(failure, errors.DeniedError)
        self.assertEqual(str(failure), "the server https://e.com/a answered 403: no")
        denied.exception.close()

    def test_the_timeout_of_the_answer_counts(self) -> None:
        connection = http.client.HTTPSConnection("e.com", timeout=3)
        connection.request("GET", "/")
        self.assertEqual(self.requests, [], "libraries set the timeout between the request and the answer")
        assert connection.sock is not None
        connection.sock.settimeout(60)
        self.assertEqual(connection.getresponse().status, 200)
        self.assertEqual([sent.timeout_ms for sent in self.requests], [60_000])

    def test_a_cancelled_deployment_is_no_failed_connection(self) -> None:
        self.answer = errors.CancelledError("cancelled")
        with self.assertRaises(errors.CancelledError):
            urllib.request.urlopen("https://e.com")

    def test_a_proxy_of_a_library_is_refused_with_what_to_do(self) -> None:
        connection = http.client.HTTPSConnection("proxy.example", 3128)
        connection.set_tunnel("e.com", 443)
        with self.assertRaisesRegex(OSError, r"Net\(host, proxy=…\)"):
            connection.request("GET", "/")
        self.assertEqual(self.requests, [])

    def test_a_mistake_of_the_author_stays_one(self) -> None:
        self.answer = errors.UnavailableError("refused")
        try:
            try:
                urllib.request.urlopen("https://e.com")
            except urllib.error.URLError as error:
                raise KeyError("x") from error
        except KeyError as error:
            self.assertIsNone(as_provider_error(error))

    def test_other_headers_of_a_host_reach_the_judge(self) -> None:
        urllib.request.urlopen(urllib.request.Request("https://e.com", headers={"Host": "other.example"})).read()
        self.assertIn(("Host", "other.example"), self.requests[0].headers)

    def test_a_server_of_a_test_still_serves(self) -> None:
        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.send_response(200)
                self.end_headers()
                self.wfile.write(b"real")

            def log_message(self, format: str, *arguments: object) -> None:
                """Says nothing."""

        self.stack.__exit__(None, None, None)
        self.stack = testing.run(provider)
        with http.server.HTTPServer(("127.0.0.1", 0), Handler) as server:
            client = socket.create_connection(server.server_address)
            client.sendall(b"GET / HTTP/1.0\r\n\r\n")
            self.stack.__enter__()
            served = threading.Thread(target=server.handle_request)
            served.start()
            self.assertTrue(client.makefile("rb").read().endswith(b"real"))
            served.join()
            client.close()


class Component(unittest.TestCase):
    def test_there_is_an_ssl_for_libraries(self) -> None:
        program = """
            import sys
            import ssl, http.client, urllib.request
            assert ssl.__file__.endswith("tls.py"), ssl.__file__
            context = ssl.create_default_context(cafile="/2/certifi/cacert.pem")
            context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
            host = testing.Host(answer=lambda request: testing.json_answer(request.url))
            use(host)
            print(urllib.request.urlopen("https://e.com/a", context=context).read().decode())
            try:
                context.load_cert_chain("mine.pem")
            except ssl.SSLError as error:
                print(error)
        """
        said = run(program)
        self.assertIn('"https://e.com/a"', said)
        self.assertIn("name the certificate in `net` of the provider", said)

    def test_files_of_certificates_in_packages_count_as_there(self) -> None:
        said = run("import os.path; print(os.path.exists('/2/certifi/cacert.pem'), os.path.exists('/nowhere/mine.pem'), os.path.exists('/2/a.txt'))")
        self.assertEqual(said, "True False False\n")

    def test_what_is_no_http_is_told(self) -> None:
        said = run("import socket\ns = socket.create_connection(('e.com', 22))\ntry:\n    s.recv(1)\nexcept OSError as error:\n    print(error)")
        self.assertIn("a component has no sockets", said)

    def test_libraries_that_look_for_programs_find_none(self) -> None:
        self.assertNotIn("Error", run("import platform\nprint(platform.platform())"))


if __name__ == "__main__":
    unittest.main()
