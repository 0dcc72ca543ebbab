"""The meaning of the rules, written to be read: slow, plain, and apart from everything that runs them fast.

Read `state`, then `expressions`, `effects` and `steps`. Nothing here imports anything but the IR (ADR 49).
"""
