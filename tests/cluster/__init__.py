"""Several processes on PostgreSQL and NATS, and their faults."""
