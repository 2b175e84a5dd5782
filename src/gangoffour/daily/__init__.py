"""Deals that are the same for everybody: days, what they are dealt from, and how they compare.

Pure values and functions, as the rules: a clock's time and a secret are arguments.
"""
