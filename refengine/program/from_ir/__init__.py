"""The lowering of the specialised IR to the middle language, node for node."""
