"""What is kept: people, sessions, tables, their events and finished matches (SQLAlchemy).

SQLite (WAL) by default; the same models run on PostgreSQL. Nothing outside this package writes SQL.
"""
