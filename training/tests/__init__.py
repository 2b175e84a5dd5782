"""Tests that need PyTorch: python -m pytest training/tests, where it is installed."""
