"""Terms over named constants, and what they stand for: values, zones, stacks, states."""
