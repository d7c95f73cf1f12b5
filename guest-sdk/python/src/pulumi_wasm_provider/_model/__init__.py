"""Classes with properties: the meaning of their annotations, and their values."""
