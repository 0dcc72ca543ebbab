"""Bulk work: many games, by a WebAssembly module where there is one; the reference engine settles every doubt."""
