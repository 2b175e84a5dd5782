"""What people have agreed to before a match, and what ends that."""

from __future__ import annotations

from msgspec.structs import replace

from gangoffour.table.state import Table


def without(seats: tuple[int, ...], seat: int) -> tuple[int, ...]:
    """The seats but for one."""
    return tuple(one for one in seats if one != seat)


def withdrawn(table: Table, seat: int) -> Table:
    """What a seat has agreed to for the next match holds no longer."""
    if table.running or (seat not in table.ready and seat not in table.rematch_asked):
        return table
    return replace(
        table,
        ready=without(table.ready, seat),
        rematch_asked=without(table.rematch_asked, seat),
    )


def in_new_company(table: Table) -> Table:
    """Who sits here has changed: where it is rated, nobody has agreed to play with these people."""
    if table.running or not table.options.rated:
        return table
    return replace(table, ready=(), rematch_asked=())
