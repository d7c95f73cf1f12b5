"""The classes of components, read once: their properties and methods.

| module | responsibility |
| --- | --- |
| `component` | one component, its inputs and its outputs |
| `method` | one method, its arguments and its results |
| `values` | values of properties, read from requests and written into answers |
| `manifest` | a component in the manifest |
"""
