"""The rules language as text: its tree, the parser and the printer."""
