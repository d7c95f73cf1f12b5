"""Component resources and their children, as an author declares them.

| module | responsibility |
| --- | --- |
| `component` | `Component`, the class that an author derives from |
| `method` | the decorator of a component's methods |
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
"""
