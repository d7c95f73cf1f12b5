"""Component resources: the API for composing a resource of other resources. Nothing here waits. An author declares
resources and derived values; each is a node in the host's graph, and an `Output` refers to a node. The host resolves
the values. Unknowns, secrets and dependencies propagate with them.

| part | responsibility |
| --- | --- |
| `resources` | component resources and their children, as an author declares them |
| `outputs` | values that may not be known yet |
| `session` | one construction, between the author's code and the host |
| `model` | the classes of components, read once |
| `construct` | the calls about components |
| `mock` | a deployment for tests |
| `guest` | the exported functions; imported in a component alone |
"""
