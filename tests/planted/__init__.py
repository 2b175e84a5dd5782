"""Small faults that somebody could make, planted one by one: a test must notice each of them."""
