"""Tests that need a GPU: python -m pytest training/gpu_tests, where there is one."""
