"""Pictures of boards: what lies on the grids of a state, in the terminal and as SVG; nothing here knows a game."""
