"""Values of properties that plain types of Python do not have.

| module | responsibility |
| --- | --- |
| `value` | values that may be unknown, and may be secret |
| `asset` | assets and archives |
| `reference` | references to other resources |
"""
