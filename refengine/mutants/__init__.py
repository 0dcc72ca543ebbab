"""Mutants of the rules: one small thing changed in a rule, and whether anything of the game notices it.

References: DeMillo, Lipton and Sayward, Hints on Test Data Selection (1978); Papadakis and others, Mutation Testing
Advances (2019).
"""
