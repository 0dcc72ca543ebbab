"""Work handed out to other machines."""
