"""The solver: terms are translated, asked and remembered; models are read and made small."""
