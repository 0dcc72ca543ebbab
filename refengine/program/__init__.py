"""Rules as a program of a small middle language, their states as bytes, and the program as WebAssembly."""
