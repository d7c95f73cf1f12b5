"""Resources whose life the provider's hooks implement.

| module | responsibility |
| --- | --- |
| `resource` | `Resource`, the class that an author derives from, with its hooks |
| `diff` | the comparison that a `diff` hook may correct |
| `listing` | listing resources that exist |
| `migration` | state that older versions of a provider recorded |
"""
