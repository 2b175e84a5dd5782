"""What a process runs on: settings, clock, secrets, tasks, rate limits, logs and metrics."""
