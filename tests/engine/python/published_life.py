"""A program as its author published it: the variable PUBLISHED_PROGRAM has its file."""

import os
import runpy


def program() -> None:
    runpy.run_path(os.environ["PUBLISHED_PROGRAM"])
