"""Requests: their addresses, the statuses of their answers, and the sockets and `ssl` of Python for libraries, over the granted HTTP."""
