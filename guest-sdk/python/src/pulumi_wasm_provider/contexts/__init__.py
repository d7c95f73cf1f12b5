"""The contexts of hooks: the running call, and the host's functions in it.

| module | responsibility |
| --- | --- |
| `context` | `Context`, the base, which every hook may use |
| `hooks` | the context of each hook |
| `wait` | waits for long operations outside |
| `backoff` | the attempts of requests and waits |
| `shared` | values and rates that the instances of a component share |
| `view` | parts of a resource that Pulumi shows as separate resources |
"""
