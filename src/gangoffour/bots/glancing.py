"""Level 4: what looks best at a glance, and a count of the cards once the end is in sight."""

from __future__ import annotations

from random import Random

import numpy as np

from gangoffour.bots.learned import matters
from gangoffour.bots.network import Network, action_number, position_of
from gangoffour.bots.runout import RunOut
from gangoffour.rules.actions import Action, Call, play_of
from gangoffour.rules.view import View


class Glancing:
    """Plays by the first layer of the network alone; goes out for sure where it can."""

    def __init__(self, network: Network) -> None:
        self.network = network

    def choose(self, view: View, rng: Random) -> Action:
        """The action that looks best; it always calls its last card."""
        if view.may_call:
            return Call()
        actions = view.actions
        if len(actions) == 1:
            return actions[0]
        if view.plays:
            sure = RunOut(view).play()
            if sure is not None:
                return play_of(sure, len(view.hand) - sure.size == 1)
        now = position_of(view, aim_at_match=matters(view))
        looks = self.network.glance_at(now, [action_number(one) for one in actions])
        return actions[int(np.argmax(looks))]
