"""Places in a user's text, and diagnostics that tell the user about them."""
