"""The documentation as a site: gathered, built by Zensical, made strict, checked."""
