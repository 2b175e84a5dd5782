"""Deals that are the same for everybody: the daily, and challenges."""
