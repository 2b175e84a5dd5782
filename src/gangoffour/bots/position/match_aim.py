"""Whether a bot plays for the match or for the round."""

from __future__ import annotations

from gangoffour.rules.view import View


def plays_for_match(view: View) -> bool:
    """Whether to play for the match and not for the round alone: once a total says there is one.

    The first round may be all that is played.
    """
    return max(view.totals) > 0
