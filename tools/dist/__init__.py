"""Wheel and sdist: built, looked at, installed where nothing is, tried."""
