"""The interface as the rest of this package knows it: the host's functions, and the forms of values."""
