"""What needs no judgement: the call that is due, or the only action there is."""

from __future__ import annotations

from gangoffour.bots.errors import require_choice
from gangoffour.rules.actions import Action, Call
from gangoffour.rules.view import View


def obvious(view: View) -> Action | None:
    """The call that is due (R5.1), or the only action; None where there is something to choose. A
    seat that has nothing to do is refused."""
    require_choice(view)
    if view.may_call:
        return Call()
    return view.actions[0] if len(view.actions) == 1 else None
