"""The one way a command ends badly on purpose."""


class Failure(Exception):
    """Why a command cannot go on, in one sentence for its user; exit code 1."""
