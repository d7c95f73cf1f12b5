"""The unit tests of `tests/components/rest/python`, a provider over HTTP. They stand in its folder, as in the project of an author."""

import sys
import unittest
from pathlib import Path

PROJECT = Path(__file__).parents[3] / "tests/components/rest/python"


def load_tests(loader: unittest.TestLoader, standard: unittest.TestSuite, pattern: str | None) -> unittest.TestSuite:
    # The folder `tests` of the SDK is a package of that name already.
    sys.path[:0] = [str(PROJECT / "tests"), str(PROJECT)]
    try:
        return loader.loadTestsFromName("test_machines")
    finally:
        del sys.path[:2]
