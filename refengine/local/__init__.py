"""Local proofs: what holds in whatever state by the text around it, where the prover cannot follow the rest."""
