"""What the lab refuses: a stable code and one clear sentence."""

from __future__ import annotations

from typing import Any, Final

from gangoffour.rules.errors import whole

REASONS: Final[dict[str, str]] = {
    "bad_lineup": "{lineup!r} is not a line-up; there are 1v3, 2v2 and round_robin.",
    "wrong_bots": "The line-up {lineup} needs {needed} bots, not {given}.",
    "wrong_seats": "{lineup} cannot be played with {seats!r} seats.",
    "bad_number": "{name} must be a whole number from {least} to {most:,}, not {given}.",
    "bad_time": "The time for a move must be above 0 and at most {most:g} seconds, not {given:g}.",
    "other_run": "{path!r} holds another run ({field} is {found} there, {wanted} here).",
    "other_rows": "{path!r} holds rows of another bot ({field} is {found} there, {wanted} here). "
    "Remove it, or name another file.",
    "unreadable_run": "{path!r} does not hold a run of the arena.",
    "unknown_rows": "There are no rows of {name!r}; there are matches, puzzles, levels, and of "
    "bots {names}, level:1 to level:6, a file (mybot.py:MyBot) and a program "
    "(cmd:./prog).",
    "bad_actions": "One whole number for each of the {number} tables is needed, not {given}.",
    "bad_rows": "Rows to write into must be {wanted}, not {given}.",
    "illegal_action": "The action {action} is not legal at table {table}; {listed}.",
    "bad_action": "An action is a whole number from 0 to {most:,}, not {given}.",
    "no_seat": "A spectator observes nothing: take a seat's view, match.view(seat).",
    "not_begun": "Nothing is dealt yet: call reset() first.",
    "episode_over": "The episode is over: call reset() before the next step.",
    "bad_render_mode": "{given!r} is not a way to show the table; there are 'ansi' (text), "
    "'rgb_array' (pixels) and 'human' (a window).",
    "bad_autoreset": "Tables are dealt anew by 'SameStep' or 'NextStep', not by {given!r}.",
    "no_pixels": "Pixels are drawn by resvg-py: pip install 'gangoffour[lab]'.",
    "no_window": "No window can be opened here; 'rgb_array' and 'ansi' need none.",
    "no_spiel": "Playing in OpenSpiel needs it: pip install open_spiel.",
    "no_torch": "Tables on a GPU need PyTorch: pip install 'gangoffour[gpu]'. With device='cpu' "
    "they need a C++ compiler only.",
    "no_gpu": "No CUDA GPU is to be had here; device='cpu' plays by the same source.",
    "old_gpu": "{name} is too old: a GPU of compute capability 8.0 or later is needed.",
    "no_nvcc": "nvcc is not found; it comes with the CUDA toolkit, whose place CUDA_HOME may name.",
    "no_compiler": "No C++ compiler is found: install g++ or clang++, or name one by CXX.",
    "not_compiled": "{tool} could not compile the simulator: {problem}",
    "gpu_failed": "The GPU has failed with CUDA error {number}.",
    "bad_device": "{given!r} is not a device; there are 'cuda', 'cuda:1' and so on, and 'cpu'.",
    "no_place": "{path!r} cannot be used: {problem}.",
    "two_in_one": "{one} and {other} cannot both be {path!r}.",
    "over_bot": "{option} would write over the bot {bot!r}.",
    "strict": "Stopped at the first fault. {sentence}",
    "process_died": "One of the processes has ended with {how} in the middle of its work, "
    "maybe by a bot.",
    "bot_failed": "The round of the deal {seed!r} cannot be played on. {sentence}",
    "no_ray": "Playing on a cluster needs Ray: pip install ray.",
    "ray_failed": "The Ray cluster at {address!r} cannot be used: {problem}.",
    "no_plot": "A plot needs matplotlib: pip install 'gangoffour[lab]'.",
    "no_ratings": "A round robin needs openskill for its ratings: pip install 'gangoffour[lab]'.",
    "bad_plot": "{path!r} cannot be a plot: name a .png, .svg or .pdf file.",
}
"""Every code with its sentence."""


class LabError(ValueError):
    """What was asked of the lab is not possible."""

    def __init__(self, code: str, **params: object) -> None:
        self.code = code
        self.params = params
        self.message = REASONS[code].format(**params)
        super().__init__(self.message)

    def __reduce__(self) -> tuple[object, ...]:
        return (_again, (self.code, self.params))


def required_number(name: str, value: Any, least: int, most: int) -> int:
    """A whole number of any kind within its bounds; anything else is refused by its name."""
    number = whole(value)
    if type(number) is not int or not least <= number <= most:
        raise LabError("bad_number", name=name, least=least, most=most, given=repr(number))
    return number


def _again(code: str, params: dict[str, object]) -> LabError:
    return LabError(code, **params)
