"""The build's reports about modules that a component cannot use."""

import unittest
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import dedent

from pulumi_wasm_provider.__main__ import missing_hint
from pulumi_wasm_provider._build_checks.sandbox import missing_in


def told(**modules: str) -> list[str]:
    """The reports about the module `provider` among these; `a__b` is the module `a.b`."""
    with TemporaryDirectory() as folder:
        for name, text in modules.items():
            file = Path(folder, *name.split("__")).with_suffix(".py")
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(dedent(text), encoding="utf-8")
        return missing_in("provider", Path(folder))


class Sandbox(unittest.TestCase):
    def test_what_does_not_work_is_told_with_its_line_and_what_to_do(self) -> None:
        for text, expected in [
            ("import aiohttp", "provider.py:1: `aiohttp` does not work: a component has no sockets: use `http`"),
            ("import smtplib as s\ns.SMTP('')", "provider.py:2: `smtplib.SMTP` does not work: a component has no sockets"),
            ("from http import server\nserver.HTTPServer(())", "provider.py:2: `http.server.HTTPServer` does not work"),
            ("from smtplib import SMTP", "provider.py:1: `smtplib.SMTP` does not work"),
            ("from aiohttp.web import Response", "provider.py:1: `aiohttp.web` does not work"),
            ("import httpx\nhttpx.AsyncClient()", "provider.py:2: `httpx.AsyncClient` does not work: hooks are not `async`: use `httpx.Client`"),
            ("import asyncio as a\n\na.run(None)", "provider.py:3: `asyncio.run` does not work: hooks are not `async`"),
            ("import asyncio\nasyncio.subprocess.create_subprocess_exec()", "`asyncio.subprocess.create_subprocess_exec` does not work"),
            ("import socket\n\n\ndef f():\n    socket.create_connection(())", "provider.py:5: `socket.create_connection` does not work"),
            ("from socket import socket", "provider.py:1: `socket.socket` does not work"),
            ("import threading as t\nt.Thread()", "provider.py:2: `threading.Thread` does not work: a component has one thread"),
            ("def f():\n    import subprocess\n    subprocess.run([])", "provider.py:3: `subprocess.run` does not work: a component cannot start other programs"),
            ("import os\nos.system('ls')", "provider.py:2: `os.system` does not work"),
            ("from concurrent.futures import ThreadPoolExecutor", "`concurrent.futures.ThreadPoolExecutor` does not work"),
            (
                "from concurrent import futures\nfutures.ProcessPoolExecutor()",
                "provider.py:2: `concurrent.futures.ProcessPoolExecutor` does not work: a component cannot start other programs",
            ),
            ("import redis", "provider.py:1: `redis` does not work: a component has no sockets, and the host only speaks HTTP"),
            ("import pymysql.cursors", "provider.py:1: `pymysql.cursors` does not work: a component has no sockets"),
            ("import boto3", "provider.py:1: `boto3` does not work: it reads the descriptions of services from files"),
            ("import signal\nsignal.signal(signal.SIGTERM, None)", "provider.py:2: `signal.signal` does not work: a component gets no signals"),
            ("import select\nselect.select([], [], [])", "provider.py:2: `select.select` does not work: a component has no sockets"),
            ("import os\nos.environ['A']", 'provider.py:2: `os.environ` does not work: a component has no environment: use `cx.env("NAME")`'),
            ("import os\nos.environ.get('A')", "provider.py:2: `os.environ` does not work"),
            ("import os as o\nprint(o.getenv('A'))", "provider.py:2: `os.getenv` does not work: a component has no environment"),
        ]:
            with self.subTest(text):
                found = told(provider=text)
                self.assertEqual(len(found), 1, found)
                self.assertIn(expected, found[0])

    def test_what_works_is_left_alone(self) -> None:
        for text in [
            "import urllib.parse\nurllib.parse.quote('a')",
            "from urllib.parse import quote",
            "import threading\nlock = threading.Lock()",
            "import socket\nsocket.AF_INET",
            "from http import HTTPStatus",
            "import asyncio, http.client, subprocess, urllib.request",
            "import http.client\nhttp.client.HTTPSConnection('')",
            "import urllib.request as r\nr.urlopen('')",
            "import requests, urllib3\nfrom requests.auth import HTTPBasicAuth",
            "import httpx\nhttpx.Client()",
            "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import aiohttp",
            "try:\n    import aiohttp\nexcept ImportError:\n    aiohttp = None",
            "from pulumi_wasm_provider import http\nhttp.get('')",
            "import os\nos.environ['A'] = 'a setting'\nos.environ.setdefault('B', 'another')",
            "import signal\nsignal.SIGTERM",
            "import subprocess\nif __name__ == '__main__':\n    subprocess.run([])",
        ]:
            with self.subTest(text):
                self.assertEqual(told(provider=text), [])

    def test_files_that_hooks_open_are_told(self) -> None:
        for body, expected in [
            ("open('a')", "`open` does not work in a hook: a component has no files when a hook runs"),
            ("Path('a').read_text()", "`Path.read_text` does not work in a hook"),
            ("(HERE.parent / 'a').open()", "`Path.open` does not work in a hook"),
            ("near = HERE / 'a'; near.write_text('')", "`Path.write_text` does not work in a hook"),
            ("os.listdir('.')", "`os.listdir` does not work in a hook"),
            ("self._later()", "`open` does not work in a hook"),
            ("words()", "`open` does not work in a hook"),
        ]:
            with self.subTest(body):
                found = told(provider=self.with_hook(body))
                self.assertEqual(len(found), 1, found)
                self.assertIn(expected, found[0])
                self.assertIn("let programs give an `Asset`", found[0])
        function = "from pulumi_wasm_provider import function\n@function\ndef get() -> str:\n    return open('a').read()\n"
        self.assertEqual([line.split(" ")[0] for line in told(provider=function)], ["provider.py:4:"])

    def test_files_that_a_module_reads_when_it_is_imported_are_left_alone(self) -> None:
        for body in ("self.content.read_text()", "open = print; open('a')", "WORDS.split()", "str(HERE / 'a')"):
            with self.subTest(body):
                self.assertEqual(told(provider=self.with_hook(body)), [])

    def with_hook(self, body: str) -> str:
        """A module that reads a file at its top, with this in a hook."""
        return (
            "import os\nfrom pathlib import Path\nfrom pulumi_wasm_provider import Resource\n"
            "HERE = Path(__file__)\nWORDS = HERE.read_text()\nwith open(HERE) as file:\n    MORE = file.read()\n"
            "def words():\n    return open('a').read()\n"
            "class Thing(Resource):\n    def _later(self):\n        return open('a')\n"
            f"    def create(self, cx):\n        {body}\n"
        )

    def test_modules_of_the_project_are_followed_and_others_are_not(self) -> None:
        found = told(
            provider="from acme import client\nimport aiohttp\n",
            acme____init__="",
            acme__client="from . import deep\nfrom .deep import f\n",
            acme__deep="import socketserver\ndef f(): return socketserver.TCPServer\n",
            aiohttp="# a module of the project, whatever it is called\n",
            test_provider="import subprocess\nsubprocess.run([])\n",
        )
        self.assertEqual([line.split(": ")[0] for line in found], ["acme/deep.py:2"])

    def test_no_hint_advises_to_install_what_does_not_work(self) -> None:
        for name in ("aiohttp", "anyio", "websockets.sync"):
            hint = missing_hint(name)
            self.assertNotIn("pyproject.toml", hint)
            self.assertIn("use `http` of pulumi_wasm_provider", hint)
        for name in ("requests", "httpx", "yaml"):
            self.assertIn("pyproject.toml", missing_hint(name))

    def test_the_build_fails_with_all_of_it(self) -> None:
        import os

        from pulumi_wasm_provider.__main__ import main

        before = os.getcwd()
        with TemporaryDirectory() as folder:
            Path(folder, "offline.py").write_text("import aiohttp\nimport subprocess\nsubprocess.run([])\n", encoding="utf-8")
            os.chdir(folder)
            try:
                with redirect_stderr(StringIO()) as said, redirect_stdout(StringIO()):
                    status = main(["offline"])
            finally:
                os.chdir(before)
        self.assertEqual(status, 1)
        self.assertIn("the provider uses modules or functions that a component does not have:\n  offline.py:1: `aiohttp`", said.getvalue())
        self.assertIn("\n  offline.py:3: `subprocess.run`", said.getvalue())
