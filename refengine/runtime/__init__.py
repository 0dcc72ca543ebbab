"""The modules that a built game carries: `build` copies all of them beside the generated one."""
