"""The parts of a provider, and the document that describes them."""
