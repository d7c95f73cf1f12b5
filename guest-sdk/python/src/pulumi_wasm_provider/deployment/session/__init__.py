"""One construction, between the author's code and the host.

| module | responsibility |
| --- | --- |
| `host` | the host's functions |
| `session` | the callbacks of one construction |
| `origin` | the place in the author's source for messages |
"""
