"""The encoder: expressions of the IR become terms."""
