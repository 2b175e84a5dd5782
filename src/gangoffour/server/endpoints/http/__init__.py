"""The HTTP interface, by noun. Every endpoint is a value in a table: routes, limits, checks and the
OpenAPI document all come from it."""

from __future__ import annotations

from typing import Final

from gangoffour.server.endpoints.http import (
    account,
    address,
    boards,
    carried,
    catalogue,
    clubs,
    daily,
    lessons,
    matches,
    me,
    nudges,
    pads,
    people,
    sign_in,
    slow,
    tables,
)
from gangoffour.server.endpoints.http.endpoint import Endpoint

ENDPOINTS: Final[tuple[Endpoint, ...]] = (
    *sign_in.ENDPOINTS,
    *me.ENDPOINTS,
    *nudges.ENDPOINTS,
    *account.ENDPOINTS,
    *people.ENDPOINTS,
    *tables.ENDPOINTS,
    *slow.ENDPOINTS,
    *matches.ENDPOINTS,
    *carried.ENDPOINTS,
    *daily.ENDPOINTS,
    *pads.ENDPOINTS,
    *boards.ENDPOINTS,
    *clubs.ENDPOINTS,
    *catalogue.ENDPOINTS,
    *address.ENDPOINTS,
    *lessons.ENDPOINTS,
)
