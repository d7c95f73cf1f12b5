"""Zones and record sets of a PowerDNS authoritative server, through its HTTP API.

| module | what |
| --- | --- |
| `zone`, `record_set`, `get_zone` | the resources and the function that programs use |
| `nameservers`, `metadata`, `records`, `kind` | parts of zones and record sets |
| `mark` | finds a zone again whose create was interrupted |
| `config` | the configuration |
| `spelling`, `name`, `content`, `notation`, `record_set_id` | spellings: the sent form, and equal forms |
| `api`, `sending` | the server's API |
"""

from pulumi_wasm_provider import Env, Net, Provider

from .config import Settings
from .get_zone import get_zone
from .record_set import RecordSet
from .zone import Zone

provider = Provider(
    config=Settings,
    resources=[Zone, RecordSet],
    functions=[get_zone],
    net=[Net(Settings.server_url, required=True, reason="the server that is managed")],
    env=[Env("PDNS_API_KEY", reason="the API key, where it is not configured")],
)
