"""The printing of a program as a binary WebAssembly module."""
