"""A hand laid out as a plan, and how well its plays hold."""
