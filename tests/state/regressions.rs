//! Scripts that once found a mistake, as short as they can be.
