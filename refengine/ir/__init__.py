"""The intermediate representation: small, typed, closed unions that every executor reads."""
