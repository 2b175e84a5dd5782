"""Deep Monte Carlo on a GPU: a network plays many tables at once and learns what came of it.

It learns how many points a play will win or cost by the end of the round, and plays what promises
most: against itself at some tables, at the others with two seats against two of the bot greedy.
Every so often it is measured against greedy, each deal twice with the seats changed::

    python examples/train_on_gpu.py --minutes 5 --out weights.pt
"""

from __future__ import annotations

import argparse
import copy
import sys
import time

import numpy as np

from gangoffour import catalogue
from gangoffour.lab.gpu import VectorEnv
from gangoffour.lab.learning.actions import ACTIONS, GIVE, PASS
from gangoffour.rules.cards import ORDERED_FACES

try:
    import torch
    from torch import Tensor, nn
except ImportError as problem:
    raise SystemExit("This example needs PyTorch: pip install 'gangoffour[gpu]'.") from problem

UNIT = 10.0
"""Points to one of the network's units."""


def action_features() -> np.ndarray:
    """What is seen of each action: its cards, its kind, how strong it is, whether it is a play."""
    plays, rows = catalogue(), np.zeros((ACTIONS, 64 + 34 + 9 + 3), np.float32)
    for one in plays:
        bits = np.array([one.word >> bit & 1 for bit in range(64)], np.float32)
        rows[one.index, :64] = bits
        rows[one.index, 98 + int(one.kind)] = 1
        rows[one.index, 107] = one.size / 5
    for kind in range(1, 9):
        some = np.array([one.index for one in plays if int(one.kind) == kind])
        rows[some, 108] = np.linspace(0, 1, len(some))
    rows[PASS, 109] = 1
    for place in range(34):
        rows[GIVE + place, 64 + ORDERED_FACES[place]] = 1
    return rows


class Network(nn.Module):
    """Points that an action will bring: what is seen and what is done meet in one hidden layer."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.seen = nn.Sequential(
            *(nn.Linear(490, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU()),
            nn.Linear(width, width),
        )
        self.register_buffer("features", torch.from_numpy(action_features()))
        self.done = nn.Linear(self.features.shape[1], width)
        self.both = nn.Sequential(nn.Linear(width, width), nn.ReLU(), nn.Linear(width, width))
        self.out = nn.Sequential(nn.ReLU(), nn.Linear(width, 1))
        scale = torch.ones(490)
        scale[384:388], scale[404:408] = 1 / 16, 1 / 100
        self.register_buffer("scale", scale)

    def forward(self, rows: Tensor, actions: Tensor, owner: Tensor | None = None) -> Tensor:
        """The worth of each action at its owner's table; one for each row without owners."""
        seen = self.seen(rows * self.scale)
        done = nn.functional.embedding(actions, self.done(self.features))
        hidden = torch.relu((seen if owner is None else seen[owner]) + done)
        return self.out(hidden + self.both(hidden)).squeeze(-1).float()


class Player:
    """Chooses what a network thinks best, sometimes something else."""

    def __init__(self, network: Network, device: str) -> None:
        self.network, self.device = network, device

    @torch.no_grad()
    def choose(self, tables: VectorEnv, rows: Tensor, heat: float = 0.0) -> tuple[Tensor, Tensor]:
        """An action for each table, and whether there was a choice."""
        actions, starts = (torch.as_tensor(x) for x in tables.legal())
        number, counts = tables.number, starts.diff()
        owner = torch.repeat_interleave(
            torch.arange(number, device=actions.device), counts, output_size=len(actions)
        )
        with torch.autocast(self.device.split(":")[0], torch.bfloat16):
            worth = self.network(rows, actions, owner)
        if heat:
            worth = worth - heat * torch.log(-torch.log(torch.rand_like(worth) + 1e-9) + 1e-9)
        best = torch.full((number,), -torch.inf, device=worth.device)
        best = best.scatter_reduce(0, owner, worth, "amax")
        place = torch.where(worth == best[owner], owner, number)
        chosen = actions.new_zeros(number + 1).scatter_(0, place, actions)
        return chosen[:number], counts > 1


def returns(rewards: Tensor, done: Tensor, seats: Tensor) -> tuple[Tensor, Tensor]:
    """What came of each step for who acted, and whether its round has ended within the window."""
    worth = torch.zeros(seats.shape, device=seats.device)
    known = torch.zeros(seats.shape, dtype=torch.bool, device=seats.device)
    last, ended = torch.zeros_like(rewards[0]), torch.zeros_like(done[0])
    for step in range(len(done) - 1, -1, -1):
        last = torch.where(done[step][:, None], rewards[step], last)
        ended = ended | done[step]
        worth[step] = last.gather(1, seats[step][:, None]).squeeze(1)
        known[step] = ended
    return worth, known


class Learner:
    """Tables, a network that plays them, and what it learns from."""

    def __init__(self, args: argparse.Namespace) -> None:
        torch.manual_seed(args.seed)
        torch.set_float32_matmul_precision("high")
        self.args, device = args, args.device
        self.network = Network(args.width).to(device)
        self.steady = copy.deepcopy(self.network)
        """The mean of the last weights: calmer than the newest, and the one that is measured."""
        self.player = Player(self.network, device)
        self.tables = VectorEnv(args.tables, seed=args.seed, device=device, checked=False)
        self.optimiser = torch.optim.Adam(
            self.network.parameters(), args.rate, fused=device != "cpu"
        )
        shape = (args.steps, args.tables)
        self.rows = torch.zeros((*shape, 490), dtype=torch.int8, device=device)
        self.actions, self.seats = (
            torch.zeros(shape, dtype=torch.int64, device=device) for _ in range(2)
        )
        self.done, self.choice = (
            torch.zeros(shape, dtype=torch.bool, device=device) for _ in range(2)
        )
        self.rewards = torch.zeros((*shape, 4), device=device)
        self.against = torch.arange(args.tables, device=device) < args.greedy * args.tables
        """Tables where greedy has the seats 1 and 3."""

    def play(self, heat: float) -> None:
        """Fill the window with steps of all tables."""
        for step in range(self.args.steps):
            rows, seats = (torch.as_tensor(x) for x in (self.tables.observe(), self.tables.turns))
            actions, choice = self.player.choose(self.tables, rows, heat)
            greedy = self.against & (seats % 2 == 1)
            actions = torch.where(greedy, torch.as_tensor(self.tables.greedy()), actions)
            self.rows[step], self.actions[step], self.seats[step] = rows, actions, seats
            self.choice[step] = choice & ~greedy
            rewards, done = self.tables.step(actions)
            self.rewards[step], self.done[step] = torch.as_tensor(rewards), torch.as_tensor(done)

    def learn(self) -> tuple[int, float]:
        """One pass over the window's decisions; how many there were, and the mean loss."""
        worth, known = returns(self.rewards, self.done, self.seats)
        some = torch.nonzero((known & self.choice).flatten()).squeeze(1)
        some = some[torch.randperm(len(some), device=some.device)]
        rows, actions = self.rows.flatten(0, 1), self.actions.flatten()
        target, losses = worth.flatten() / UNIT, []
        for batch in some.split(self.args.batch):
            with torch.autocast(self.args.device.split(":")[0], torch.bfloat16):
                found = self.network(rows[batch], actions[batch])
            loss = nn.functional.mse_loss(found, target[batch])
            self.optimiser.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(self.network.parameters(), 1.0)
            self.optimiser.step()
            with torch.no_grad():
                means, news = (list(one.parameters()) for one in (self.steady, self.network))
                torch._foreach_lerp_(means, news, 0.005)
            losses.append(loss.detach())
        return len(some), float(torch.stack(losses).mean())


def measure(network: Network, device: str, deals: int, seed: int) -> tuple[float, float]:
    """Points a round against greedy, two seats against two, and half of the 95% interval."""
    tables = VectorEnv(deals, seed=seed, device=device, checked=False)
    player, gains = Player(network, device), []
    for mine in (0, 1):  # seats 0 and 2, then 1 and 3, with the same cards
        rows = torch.as_tensor(tables.reset(seed))
        open_, gain = torch.ones(deals, dtype=torch.bool), torch.zeros(deals)
        open_, gain = open_.to(rows.device), gain.to(rows.device)
        while bool(open_.any()):
            own = torch.as_tensor(tables.turns) % 2 == mine
            actions = torch.where(
                own, player.choose(tables, rows)[0], torch.as_tensor(tables.greedy())
            )
            rewards, done = (torch.as_tensor(x) for x in tables.step(actions))
            gain += torch.where(done & open_, rewards[:, mine::2].mean(1), 0)
            open_ &= ~done
            rows = torch.as_tensor(tables.observe())
        gains.append(gain)
    mean = torch.stack(gains).mean(0)
    return float(mean.mean()), 1.96 * float(mean.std()) / deals**0.5


def train(args: argparse.Namespace) -> float:
    """Learn for so long, say how it goes; the last measure against greedy."""
    learner, begun, told, decisions = Learner(args), time.perf_counter(), 0.0, 0
    limit, found = 60 * args.minutes, float("nan")
    while True:
        part = min(1.0, (time.perf_counter() - begun) / limit)
        for group in learner.optimiser.param_groups:
            group["lr"] = args.rate * max(0.05, 1 - part)
        learner.play(args.heat * (1 - part))
        some, loss = learner.learn()
        decisions += some
        spent = time.perf_counter() - begun
        if spent - told > args.every or spent >= limit:
            told = spent
            found, half = measure(learner.steady, args.device, args.deals, seed=1)
            sys.stdout.write(
                f"{spent:5.0f} s  {decisions / 1e6:7.1f} M decisions  loss {loss:.3f}  "
                f"against greedy {found:+.2f} ± {half:.2f} points a round\n"
            )
            sys.stdout.flush()
        if spent >= limit:
            break
    if args.out:
        torch.save(learner.steady.state_dict(), args.out)
    return found


def arguments(given: list[str] | None = None) -> argparse.Namespace:
    """What may be tuned."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--tables", type=int, default=16_384)
    parser.add_argument("--steps", type=int, default=128)
    parser.add_argument("--batch", type=int, default=8192)
    parser.add_argument("--width", type=int, default=512)
    parser.add_argument("--rate", type=float, default=5e-4)
    parser.add_argument("--heat", type=float, default=0.05, help="chance in play, in ten points")
    parser.add_argument("--greedy", type=float, default=0.75, help="part of tables with greedy")
    parser.add_argument("--deals", type=int, default=4096)
    parser.add_argument("--every", type=float, default=15.0, help="seconds between measures")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", help="a file for the weights")
    return parser.parse_args(given)


if __name__ == "__main__":
    train(arguments())
