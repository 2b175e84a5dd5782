"""Level 5 in whole numbers: two people who play alike meet the same replies, anywhere."""

from __future__ import annotations

from random import Random

from gangoffour.bots.errors import require_choice
from gangoffour.bots.network import Network, action_number, position_of
from gangoffour.bots.network.exact import ExactNetwork
from gangoffour.bots.position.position import plays_for_match
from gangoffour.rules.actions import Action, Call
from gangoffour.rules.view import View


class Exact:
    """Plays what the network judges best in whole numbers; the first of equals, and no chance."""

    def __init__(self, network: Network) -> None:
        self.network = ExactNetwork(network)

    def choose(self, view: View, rng: Random) -> Action:
        """The network's choice; it always calls its last card."""
        require_choice(view)
        if view.may_call:
            return Call()
        actions = view.actions
        if len(actions) == 1:
            return actions[0]
        now = position_of(view, aim_at_match=plays_for_match(view))
        judged = self.network.judge(now, [action_number(one) for one in actions])
        return actions[int(judged.argmax())]
