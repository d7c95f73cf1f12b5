"""Random values that are made once and stay the same: the resources of Pulumi's `random` package.

Tokens, properties, defaults, ids and import ids equal the package's, so a stack can switch to this component and keep its
resources. `draws`, `text` and `bcrypt` make the values; each other module is one resource.
"""

from pulumi_wasm_provider import Provider

from .bytes import RandomBytes
from .id import RandomId
from .integer import RandomInteger
from .password import RandomPassword
from .pet import RandomPet
from .shuffle import RandomShuffle
from .string import RandomString
from .uuid import RandomUuid, RandomUuid4, RandomUuid7

provider = Provider(
    resources=[
        RandomBytes,
        RandomId,
        RandomInteger,
        RandomPassword,
        RandomPet,
        RandomShuffle,
        RandomString,
        RandomUuid,
        RandomUuid4,
        RandomUuid7,
    ],
)
