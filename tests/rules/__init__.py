"""The proofs of the rules: one file for each group of rules, and whole matches."""
