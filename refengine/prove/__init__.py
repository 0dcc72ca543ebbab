"""Proving: goals decided in processes and kept, counterexamples replayed in the engine and told to people."""
