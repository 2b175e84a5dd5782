"""A server for one browser: the same rules, tables and messages, without a socket or a database.

What is heard goes in, what is to be kept and told comes out; whoever runs it keeps first and tells
then. It needs Python and msgspec alone, so it runs where there is no server (``docs/offline.md``).
"""
