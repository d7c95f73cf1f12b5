"""Values that may not be known yet.

| module | responsibility |
| --- | --- |
| `output` | `Output` and `Input`, and their functions |
| `unreadable` | the errors of code that reads an output as if it were a value |
| `reading` | how a value is read once it is known |
| `interpolate` | texts with outputs in them |
| `declared` | values that an author gives, in which outputs may stand |
"""
