"""Component resources: the API for composing a resource of other resources. Nothing here waits. An author declares
resources and derived values; each is a node in the host's graph, and an `Output` refers to a node. The host resolves
the values. Unknowns, secrets and dependencies propagate with them.

| module | responsibility |
| --- | --- |
| `output` | `Output` and `Input`, and their functions |
| `unreadable` | the errors of code that reads an output as if it were a value |
| `reading` | how a value is read once it is known |
| `interpolate` | texts with outputs in them |
| `declared` | values that an author gives, in which outputs may stand |
| `component` | `Component`, the class that an author derives from |
| `cx` | `ComponentContext`: the component that is constructed |
| `declaring` | declares children |
| `finding` | looks up existing resources |
| `child` | the handles of resources and groups |
| `typed` | children of types that a module of `pulumi-wasm add` describes |
| `kind` | the type of a resource: a token, or a class of your package |
| `options` | options and aliases of resources |
| `packages` | the packages whose resources components may declare |
| `transform` | functions that change children |
| `hook` | functions that run before or after children are created or updated |
| `session` | the callbacks of one construction |
| `origin` | the place in the author's source for messages |
| `host` | the host's functions |
| `values` | values of properties, read from requests and written into answers |
| `method`, `method_model` | methods of components |
| `model`, `construct` | a component, and the calls about it |
| `manifest` | a component in the manifest |
| `mock` | a deployment for tests |
| `guest` | the exported functions; imported in a component alone |
"""
