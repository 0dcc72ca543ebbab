"""Random play: legal traces by Hypothesis, campaigns, directed play, shrinking, and what may not be seen.

`refengine.testing.strategies` is for tests of your own, and is the only module that needs Hypothesis.
"""
