"""The emitter: a specialised game becomes the text of one Python module."""
