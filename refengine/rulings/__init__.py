"""Rulings: a question about a position goes in, a verdict with its reasons comes out."""
