"""Types and effects: elaborates the surface tree into the typed IR and checks what it can without a solver."""
