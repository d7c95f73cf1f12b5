"""Keys, users, roles and authentication of an etcd cluster, by the JSON gateway of its client port.

| module | content |
| --- | --- |
| `key_value`, `role`, `user`, `authentication`, `get_keys` | the resources and functions that programs use |
| `permission` | a permission of a role, and its range of keys |
| `settings` | the configuration |
| `api` | the requests to the cluster |
| `values` | bytes of the cluster as text |
"""

from pulumi_wasm_provider import Env, Net, Provider, Tls

from .api import READING_PATHS
from .authentication import Authentication
from .get_keys import get_keys, get_value
from .key_value import KeyValue
from .role import Role
from .settings import Settings
from .user import User

provider = Provider(
    display_name="etcd",
    config=Settings,
    resources=[KeyValue, Role, User, Authentication],
    functions=[get_value, get_keys],
    net=[
        Net(
            Settings.endpoint,
            required=True,
            reason="the cluster that is managed",
            safe_requests=[f"POST {path}" for path in READING_PATHS],
            tls=Tls(
                ca=Settings.ca_certificate,
                certificate=Settings.client_certificate,
                key=Settings.client_key,
            ),
        )
    ],
    env=[Env("ETCD_PASSWORD", reason="the password, if it is not configured")],
)
