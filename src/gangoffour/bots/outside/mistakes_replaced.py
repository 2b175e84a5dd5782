"""A careful table for bots nobody vouches for: mistakes are reported and replaced, never fatal."""

from __future__ import annotations

import json
import traceback
from collections.abc import Callable
from random import Random

from gangoffour.bots.bot import Bot
from gangoffour.bots.errors import BotError, illegal, in_words, shown
from gangoffour.bots.outside.program import Program
from gangoffour.bots.players.greedy import Greedy
from gangoffour.rules.actions import Action, Call, Give, Pass, Play, action_dict, play_of
from gangoffour.rules.view import View

Report = Callable[[BotError], None]
_KINDS = (Play, Pass, Call, Give)


class Careful:
    """Wraps a bot so that ``choose`` always returns a legal action.

    A bot that raises, or answers what it may not do, is reported and plays greedy's move instead;
    ``faults`` counts them by code. Where it ``may_be_silent``, a bot that has laid its second last
    card without a call, and is asked once more, may also answer ``Pass()``: it says nothing (R5.2).
    """

    def __init__(
        self, bot: Bot, name: str, report: Report | None = None, *, may_be_silent: bool = False
    ) -> None:
        self.bot = bot
        self.name = name
        self.may_be_silent = may_be_silent
        self.faults: dict[str, int] = {}
        self._report = report
        self._fallback = Greedy()

    def choose(self, view: View, rng: Random) -> Action:
        """The bot's action if it is legal, else the fallback's."""
        try:
            action = self.bot.choose(view, rng)
        except BotError as problem:
            return self._replaced(problem, view, rng)
        except KeyboardInterrupt:
            raise
        except BaseException as problem:  # noqa: BLE001 - a stranger's may raise anything
            crash = BotError("crashed", name=self.name, problem=in_words(problem))
            crash.__cause__ = problem
            return self._replaced(crash, view, rng)
        if allowed(action, view):
            if isinstance(action, Play):
                return play_of(action.combination, bool(action.call))
            return action
        if self.may_be_silent and view.may_call and not view.my_turn and type(action) is Pass:
            return action
        return self._replaced(self._complaint(action, view), view, rng)

    def close(self) -> None:
        """End the bot's process, if it is a program."""
        if isinstance(self.bot, Program):
            self.bot.close()

    def _complaint(self, answer: object, view: View) -> BotError:
        """In lines of JSON for whoever speaks them, else as one would write it in Python."""
        if not isinstance(answer, _KINDS):
            return illegal(self.name, shown(answer), view, such="view.actions[0]")
        if isinstance(self.bot, Program):
            return illegal(self.name, json.dumps(action_dict(answer)), view)
        such = repr(view.actions[0]) if view.actions else "none"
        return illegal(self.name, shown(answer), view, such=such)

    def _replaced(self, problem: BotError, view: View, rng: Random) -> Action:
        self.faults[problem.code] = self.faults.get(problem.code, 0) + 1
        if self._report is not None:
            self._report(problem)
        return self._fallback.choose(view, rng)


def allowed(action: object, view: View) -> bool:
    """Whether a view allows an action. Not calling the last card is allowed, if unwise (R5.2)."""
    if not isinstance(action, _KINDS):
        return False
    try:
        if isinstance(action, Play):
            one_left = len(view.hand) - action.combination.size == 1
            return action.combination in view.plays and (one_left or not action.call)
        return action in view.actions
    except Exception:  # noqa: BLE001 - of something else than cards, it is none of them either
        return False


def told_with_trace(problem: BotError) -> str:
    """The sentence; if a bot's own code has failed, where it did, for its author."""
    cause = problem.__cause__
    if problem.code != "crashed" or cause is None or cause.__traceback__ is None:
        return problem.message
    own = cause.with_traceback(cause.__traceback__.tb_next)  # without our own line
    return f"{problem.message}\n{''.join(traceback.format_exception(own)).rstrip()}"
