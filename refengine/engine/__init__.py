"""The reference engine: IR to readable Python, and what the Python needs to run."""
