"""The component's side of the interface: the exported functions, and the way from requests to the author's hooks."""
