"""The bench provider on Pulumi's SDK for Python.

The SDK's own provider class is for components alone. So its servicer gets the calls of a resource here, with the properties
read and written by the SDK's own functions, as the SDK does it in its dynamic provider.
"""

import asyncio
import sys
from typing import Any

import grpc
from google.protobuf import empty_pb2
from pulumi.provider import Provider
from pulumi.provider.server import ProviderServicer
from pulumi.runtime import proto, rpc
from pulumi.runtime._grpc_settings import _GRPC_CHANNEL_OPTIONS
from pulumi.runtime.proto import provider_pb2_grpc

INPUTS = ("label", "secret", "tags", "items")


class BenchServicer(ProviderServicer):
    async def CheckConfig(self, request: Any, context: Any) -> Any:
        return proto.CheckResponse(inputs=request.news)

    async def Check(self, request: Any, context: Any) -> Any:
        news = rpc.deserialize_properties(request.news, True)
        failures = [
            proto.CheckFailure(property=name, reason=f"missing required property '{name}'")
            for name in ("label", "tags", "items")
            if name not in news
        ]
        inputs = await rpc.serialize_properties(news, {})
        return proto.CheckResponse(inputs=inputs, failures=failures)

    async def Diff(self, request: Any, context: Any) -> Any:
        olds = rpc.deserialize_properties(request.olds, True)
        news = rpc.deserialize_properties(request.news, True)
        changed = [name for name in INPUTS if olds.get(name) != news.get(name)]
        changes = proto.DiffResponse.DIFF_SOME if changed else proto.DiffResponse.DIFF_NONE
        return proto.DiffResponse(changes=changes, diffs=changed)

    async def Read(self, request: Any, context: Any) -> Any:
        return proto.ReadResponse(id=request.id, properties=request.properties, inputs=request.inputs)

    async def Create(self, request: Any, context: Any) -> Any:
        inputs = rpc.deserialize_properties(request.properties, True)
        properties = await rpc.serialize_properties(state(inputs), {})
        return proto.CreateResponse(id=inputs["label"], properties=properties)

    async def Update(self, request: Any, context: Any) -> Any:
        inputs = rpc.deserialize_properties(request.news, True)
        properties = await rpc.serialize_properties(state(inputs), {})
        return proto.UpdateResponse(properties=properties)

    async def Delete(self, request: Any, context: Any) -> Any:
        return empty_pb2.Empty()


def state(inputs: dict[str, Any]) -> dict[str, Any]:
    return {**inputs, "total": sum(item["size"] for item in inputs["items"])}


async def serve() -> None:
    server = grpc.aio.server(options=_GRPC_CHANNEL_OPTIONS)
    servicer = BenchServicer(Provider("0.1.0"), sys.argv[1:], engine_address=sys.argv[1])
    provider_pb2_grpc.add_ResourceProviderServicer_to_server(servicer, server)
    port = server.add_insecure_port(address="127.0.0.1:0")
    await server.start()
    print(port, flush=True)
    await server.wait_for_termination()


asyncio.run(serve())
