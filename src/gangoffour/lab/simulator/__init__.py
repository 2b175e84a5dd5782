"""The rules in compiled code: rounds and matches by the million, equal to the library."""
