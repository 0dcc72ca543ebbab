"""Where things stand in a user's text, and how we tell the user about them."""
