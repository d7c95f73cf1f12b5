"""Python's network for libraries in a component: sockets and `ssl` over the granted HTTP."""
