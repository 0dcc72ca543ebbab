"""A game for other programs: its WebAssembly module, an ES module around it, its types, a page that explains."""
