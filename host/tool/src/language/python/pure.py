"""Makes wheels of pure Python of wheels with a compiled part that they do not need: `python -c THIS FOLDER`.

The same wheel gives the same bytes on each machine.
"""

import base64
import hashlib
import pathlib
import sys
import zipfile

COMPILED = (".so", ".pyd", ".c")
#: The earliest time that an archive can name.
WHEN = (1980, 1, 1, 0, 0, 0)


def pure(wheel: pathlib.Path) -> None:
    name, version = wheel.name.split("-")[:2]
    with zipfile.ZipFile(wheel) as archive:
        names = sorted(one for one in archive.namelist() if not one.endswith("/"))
        files = {one: archive.read(one) for one in names if not one.endswith(COMPILED)}
    facts, record = (f"{name}-{version}.dist-info/{part}" for part in ("WHEEL", "RECORD"))
    kept = [line for line in files[facts].decode().splitlines() if not line.startswith(("Tag:", "Root-Is-Purelib:"))]
    files[facts] = "\n".join([*(line for line in kept if line), "Root-Is-Purelib: true", "Tag: py3-none-any", ""]).encode()
    del files[record]
    lines = [f"{one},sha256={digest(content)},{len(content)}" for one, content in files.items()]
    files[record] = "\n".join([*lines, f"{record},,", ""]).encode()
    with zipfile.ZipFile(wheel.parent / f"{name}-{version}-py3-none-any.whl", "w", zipfile.ZIP_STORED) as archive:
        for one, content in files.items():
            archive.writestr(zipfile.ZipInfo(one, WHEN), content)
    wheel.unlink()


def digest(content: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()


for found in sorted(pathlib.Path(sys.argv[1]).glob("*.whl")):
    if not found.name.endswith("-none-any.whl"):
        pure(found)
