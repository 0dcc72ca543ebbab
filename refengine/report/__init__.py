"""Reports: what is known of a game put into the words of whoever reads it."""
