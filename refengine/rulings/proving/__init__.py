"""The prover of open parts decides what a position leaves open where no one can go through all ways to fill it."""
