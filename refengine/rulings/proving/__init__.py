"""What a position leaves open, decided by the prover where it is more than can be gone through one by one."""
