"""The checks of a build: mistakes in a provider that only its use would show."""
