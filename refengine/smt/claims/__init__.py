"""Claims, audits and gaps: statements about states, and about two sets of rules."""
