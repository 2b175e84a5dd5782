"""Where people meet: open tables, the quick match, and how much one may have of them."""
