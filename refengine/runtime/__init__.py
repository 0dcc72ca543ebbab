"""What a built game carries: exactly what `build` copies beside the generated module."""
