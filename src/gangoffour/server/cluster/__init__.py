"""Several processes on one database: the bus, leases on tables, and news of people."""
