"""The prover: the IR as terms of a solver. The only importer of z3; it knows nothing of the engine."""
