"""Python's own modules in a component. Each test runs in a separate interpreter, because they change Python itself."""

import subprocess
import sys
import textwrap
import unittest


def run(program: str) -> str:
    prelude = """
from pulumi_wasm_provider import testing
from pulumi_wasm_provider._interface.host import use
from pulumi_wasm_provider._interpreter import language
language.before_import()
"""
    done = subprocess.run(
        [sys.executable, "-c", prelude + textwrap.dedent(program)], capture_output=True, text=True, check=False
    )
    return done.stdout + done.stderr[-2000:]


class Language(unittest.TestCase):
    def test_chance_follows_from_the_host(self) -> None:
        program = """
            import random
            own, fixed = random.Random(), random.Random(5)
            for seed in (1, 2, 1):
                host = testing.Host()
                host.generator = type(fixed)(seed)
                use(host)
                language.begin_call()
                print(random.random(), own.random(), fixed.random())
        """
        one, other, again = (line.split() for line in run(program).splitlines())
        self.assertEqual(one[:2], again[:2])
        self.assertTrue(set(one).isdisjoint(other))
        # A seed from the author is kept.
        self.assertNotEqual(one[2], again[2])

    def test_sleeping_is_the_hosts(self) -> None:
        program = """
            import time
            host = testing.Host(time=0.0)
            use(host)
            time.sleep(90)
            print(host.time)
        """
        self.assertEqual(run(program), "90.0\n")

    def test_log_messages_go_to_the_resource(self) -> None:
        program = """
            import logging
            host = testing.Host()
            use(host)
            logging.getLogger("a").warning("careful: %s", 3)
            logging.debug("fine")
            print(host.messages)
        """
        self.assertEqual(run(program), "[('warning', 'careful: 3'), ('debug', 'fine')]\n")

    def test_nothing_of_the_building_machine_is_found(self) -> None:
        program = """
            import os, sys
            sys.path += ["/2", "/3", "/12"]
            language.before_import()
            os.environ.pop("HOME", None)
            print([folder for folder in sys.path if folder in ("/2", "/3", "/12")], os.path.expanduser("~/.netrc"))
        """
        self.assertEqual(run(program), "['/2'] /.netrc\n")

    def test_what_functions_import_is_imported(self) -> None:
        program = """
            import pathlib, sys, tempfile
            with tempfile.TemporaryDirectory() as folder:
                for name, text in {
                    "acme/__init__.py": "def f():\\n    from .one import two\\n    from acme import four\\n",
                    "acme/one/__init__.py": "def __getattr__(name):\\n    raise ModuleNotFoundError(name)\\n",
                    "acme/one/two.py": "def f():\\n    import acme.three\\n",
                    "acme/three.py": "",
                    "acme/four.py": "",
                    "acme/five.py": "",
                }.items():
                    file = pathlib.Path(folder, name)
                    file.parent.mkdir(parents=True, exist_ok=True)
                    file.write_text(text)
                sys.path.insert(0, folder)
                import acme
                language._is_authors = lambda name: name.split(".")[0] == "acme"
                language.after_import()
            print(sorted(name for name in sys.modules if name.startswith("acme.")))
        """
        self.assertEqual(run(program), "['acme.four', 'acme.one', 'acme.one.two', 'acme.three']\n")

    def test_what_there_is_not_is_said(self) -> None:
        for statement, says in (
            ("import socket; socket.create_server(('e.com', 80))", "a component has no sockets"),
            ("import smtplib; smtplib.SMTP('e.com')", "a component has no sockets"),
            ("import socket; s = socket.socket(); s.connect(('e.com', 25)); s.sendall(b'HELO e.com\\r\\n')", "a component has no sockets"),
            ("import threading; threading.Thread(target=print).start()", "a component has no threads"),
            ("import subprocess; subprocess.run(['true'])", "cannot start another program"),
        ):
            self.assertIn(says, run(statement + "\n"))


class Failures(unittest.TestCase):
    def test_an_exception_shows_the_lines_of_the_author(self) -> None:
        from pulumi_wasm_provider._interpreter.failures import described

        def inner() -> None:
            raise KeyError("x")

        def outer() -> None:
            try:
                inner()
            except KeyError as error:
                raise RuntimeError("no luck") from error

        lines: list[str] = []
        try:
            outer()
        except RuntimeError as error:
            lines = described(error).splitlines()
        self.assertEqual(lines[0], "RuntimeError: no luck")
        self.assertIn("tests/test_language.py:", lines[1])
        self.assertIn('raise RuntimeError("no luck") from error', [line.strip() for line in lines])
        self.assertEqual(lines[-1], "because of KeyError: 'x'")

    def test_a_recursion_without_end_shows_both_its_ends(self) -> None:
        from pulumi_wasm_provider._interpreter.failures import described

        def beginning() -> None:
            forever()

        def forever() -> None:
            forever()

        lines: list[str] = []
        try:
            beginning()
        except RecursionError as error:
            lines = described(error).splitlines()
        self.assertTrue(lines[0].startswith("RecursionError: "), lines[0])
        self.assertLess(len(lines), 60)
        self.assertIn("in beginning", "\n".join(lines[:6]))
        self.assertRegex("\n".join(lines), r"  … \d{3,} more places …")
        self.assertIn("in forever", lines[-2] if lines[-1].startswith("      ") else lines[-1])


if __name__ == "__main__":
    unittest.main()
