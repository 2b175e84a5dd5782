"""A race between candidates: the same worlds for all, and time for those still in question."""

from collections.abc import Sequence

import numpy as np

from gangoffour.bots.search.race import FIRST, Limits, race

PLENTY = Limits(playouts=900, worlds=400, gain=0.15, price=0.0001)


class Course:
    """Candidates whose worth is known, in worlds whose luck they share."""

    def __init__(self, *worths: float, luck: float = 0.0, seed: int = 1) -> None:
        self._worths, self._luck = np.array(worths), luck
        self._chance = np.random.default_rng(seed)
        self.worlds = [0] * len(worths)

    def play(self, places: Sequence[int], number: int) -> np.ndarray:
        shared = 20 * self._chance.standard_normal(number)
        own = self._luck * self._chance.standard_normal((len(self._worths), number))
        for place in places:
            self.worlds[place] += number
        return (self._worths[:, None] + own + shared)[list(places)]

    def run(self, limits: Limits = PLENTY) -> int:
        return race(np.zeros(len(self._worths)), limits, self.play)


def test_luck_that_all_share_hides_nobody() -> None:
    course = Course(0.0, 2.0)
    assert course.run() == 1 and course.worlds == [FIRST] * 2


def test_what_is_clear_ends_early_and_what_is_not_takes_all() -> None:
    clear, close = Course(0.0, 4.0, luck=2.0), Course(0.0, 0.2, luck=6.0)
    assert clear.run() == 1 and sum(clear.worlds) < 200
    close.run()
    assert close.worlds == [PLENTY.worlds] * 2


def test_those_left_get_what_the_hopeless_do_not_need() -> None:
    course = Course(0.0, 0.2, -9.0, luck=5.0, seed=3)
    course.run(PLENTY._replace(price=0.00001))
    assert course.worlds[2] == FIRST
    assert min(course.worlds[:2]) > PLENTY.playouts / 3 and sum(course.worlds) <= PLENTY.playouts


def test_a_higher_price_ends_it_sooner() -> None:
    spent = []
    for price in (0.00001, 0.0001, 0.001):
        course = Course(0.0, 0.6, luck=5.0)
        course.run(PLENTY._replace(price=price))
        spent.append(sum(course.worlds))
    assert spent[0] > spent[1] > spent[2] >= 2 * FIRST


def test_the_first_has_a_head_start() -> None:
    for gain, best in ((0.5, 0), (0.1, 1)):
        assert Course(0.0, 0.3, luck=0.5).run(PLENTY._replace(gain=gain)) == best


def test_no_more_is_played_than_allowed() -> None:
    for seed in range(30):
        course = Course(0.0, 0.1, 0.2, 0.1, luck=4.0, seed=seed)
        course.run(Limits(playouts=37 + 11 * seed, worlds=60, gain=0.15, price=0.0))
        assert sum(course.worlds) <= 37 + 11 * seed and max(course.worlds) <= 60
