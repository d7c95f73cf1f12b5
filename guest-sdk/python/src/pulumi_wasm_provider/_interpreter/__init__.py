"""Python in a component: its parts that are missing or different there, and exceptions as failures of a call."""
