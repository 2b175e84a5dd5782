"""What people may see of a table: allow-lists for everybody and for each seat, and public facts."""
