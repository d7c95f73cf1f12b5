"""The errors of `pulumi-wasm build` before a component is made, if the provider cannot be imported in one."""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

GOOD = "from pulumi_wasm_provider import Provider\nprovider = Provider(resources=[])\n"


def read(text: str) -> tuple[int, str]:
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "acme.py").write_text(text + GOOD)
        done = subprocess.run(
            [sys.executable, "-m", "pulumi_wasm_provider", "acme", '{"name": "acme", "version": "1.0.0"}'],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": os.path.abspath("src")},
            capture_output=True,
            text=True,
            check=False,
        )
    return done.returncode, done.stdout + done.stderr


class Reading(unittest.TestCase):
    def test_what_is_not_in_a_component_is_said_with_its_line(self) -> None:
        for statement, says in (
            ("__import__('threading').Thread(target=print).start()", "a component has no threads"),
            ("__import__('socket').create_server(('127.0.0.1', 1))", "a component has no sockets"),
            ("__import__('urllib.request').request.urlopen('http://e.com')", "nothing outside can be reached"),
            ("__import__('subprocess').run(['true'])", "cannot start another program"),
            ("__import__('os').environ['ACME_KEY']", "KeyError: 'ACME_KEY'"),
            ("1 / 0", "ZeroDivisionError: division by zero"),
        ):
            status, said = read("import json\n" + statement + "\n")
            self.assertEqual(status, 1, said)
            for part in ("the module `acme` cannot be imported: ", says, "  at acme.py:2, in <module>\n", "put code that depends on the machine into a hook"):
                self.assertIn(part, said)
            self.assertNotIn("Traceback", said)

    def test_modules_that_are_not_there_are_told_by_whose_they_are(self) -> None:
        for module, says in (
            ("fcntl", "hint: Python has no `fcntl` in a component"),
            ("ctypes", "hint: Python has no `ctypes` in a component"),
            ("distutils.core", "hint: Python has no `distutils` in a component"),
            ("requets", "hint: write the package of `requets` into `[project] dependencies`"),
        ):
            status, said = read(f"import {module}\n")
            self.assertEqual(status, 1, said)
            self.assertIn(says, said)
            self.assertIn("  at acme.py:1, in <module>\n", said)

    def test_what_does_without_them_is_read(self) -> None:
        optional = "try:\n    import ctypes\nexcept ImportError:\n    ctypes = None\nassert ctypes is None\n"
        used = "import asyncio, http.client, shutil, ssl, subprocess, tarfile, urllib.request, uuid, zipfile\n"
        status, said = read(optional + used)
        self.assertEqual(status, 0, said)
        self.assertIn('"acme"', said)

    def test_syntax_is_told_with_the_version_that_read_it(self) -> None:
        status, said = read("def f(:\n")
        self.assertEqual(status, 1)
        self.assertIn("acme.py:1: ", said)
        self.assertEqual("hint: Python 3." in said, sys.version_info < (3, 14))
