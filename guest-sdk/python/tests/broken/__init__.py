"""Modules with mistakes, which are told with file and line."""
