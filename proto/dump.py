#!/usr/bin/env python3
"""Writes down the wire surface of Pulumi, as facts without comments.

    pip download --no-deps pulumi==X.Y.Z && pip install protobuf
    python3 proto/dump.py pulumi-X.Y.Z-py3-none-any.whl tests/wire/X.Y.Z

The Python package of Pulumi carries the compiled descriptors of all its protos. Of each file that
proto/ has as well, this prints every service, message, enum, field, value and reservation on a line
of its own; tests/wire/main.rs compares these with proto/. Names from the package `pulumirpc` are
printed without it.
"""

import ast
import pathlib
import re
import sys
import zipfile

from google.protobuf import descriptor_pb2 as pb

Field = pb.FieldDescriptorProto
LITERAL = re.compile(r"""AddSerializedFile\((b'.*?'|b".*?")\)\n""", re.S)


def name_of(full):
    return full.lstrip(".").removeprefix("pulumirpc.")


def mark(options):
    return " deprecated" if options.deprecated else ""


def type_of(field):
    if field.type in (Field.TYPE_MESSAGE, Field.TYPE_ENUM):
        return name_of(field.type_name)
    return Field.Type.Name(field.type).removeprefix("TYPE_").lower()


def dump_enum(enum, scope):
    path = scope + enum.name
    yield f"enum {path}"
    for value in enum.value:
        yield f"  {path}.{value.name} = {value.number}{mark(value.options)}"
    for span in enum.reserved_range:
        yield f"  {path} reserved {span.start}-{span.end}"
    for name in enum.reserved_name:
        yield f'  {path} reserved "{name}"'


def dump_message(message, scope):
    path = scope + message.name
    entries = {m.name: m for m in message.nested_type if m.options.map_entry}
    yield f"message {path}"
    for field in sorted(message.field, key=lambda field: field.number):
        kind = type_of(field)
        entry = entries.get(field.type_name.rpartition(".")[2])
        if entry is not None:
            kind = "map<{},{}>".format(*map(type_of, entry.field))
        elif field.label == Field.LABEL_REPEATED:
            kind = f"repeated {kind}"
        elif field.proto3_optional:
            kind = f"optional {kind}"
        elif field.HasField("oneof_index"):
            kind += f" (oneof {message.oneof_decl[field.oneof_index].name})"
        yield f"  {path}.{field.name} = {field.number} : {kind}{mark(field.options)}"
    for span in message.reserved_range:
        yield f"  {path} reserved {span.start}-{span.end - 1}"
    for name in message.reserved_name:
        yield f'  {path} reserved "{name}"'
    for nested in message.nested_type:
        if nested.name not in entries:
            yield from dump_message(nested, path + ".")
    for enum in message.enum_type:
        yield from dump_enum(enum, path + ".")


def dump_file(file):
    yield f"package {file.package}"
    for service in file.service:
        yield f"service {service.name}"
        for rpc in service.method:
            take = "stream " * rpc.client_streaming + rpc.input_type.rpartition(".")[2]
            give = "stream " * rpc.server_streaming + rpc.output_type.rpartition(".")[2]
            yield f"  rpc {service.name}.{rpc.name}({take}) -> {give}{mark(rpc.options)}"
    for enum in file.enum_type:
        yield from dump_enum(enum, "")
    for message in file.message_type:
        yield from dump_message(message, "")


def main(wheel, folder):
    ours = pathlib.Path(__file__).parent
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(wheel) as archive:
        for member in sorted(archive.namelist()):
            if not member.endswith("_pb2.py"):
                continue
            literal = LITERAL.search(archive.read(member).decode())
            file = pb.FileDescriptorProto.FromString(ast.literal_eval(literal[1]))
            if not (ours / file.name).exists():
                print(f"not in proto/: {file.name}")
                continue
            target = folder / file.name.replace("/", "_").replace(".proto", ".txt")
            target.write_text("\n".join(dump_file(file)) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
