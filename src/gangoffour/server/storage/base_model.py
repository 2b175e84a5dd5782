"""The base of all models; plain types only, so that every database runs them unchanged."""

from __future__ import annotations

from typing import Any

from sqlalchemy import JSON, BigInteger
from sqlalchemy.orm import DeclarativeBase


class Model(DeclarativeBase):
    """What every table's class comes from."""

    type_annotation_map = {int: BigInteger, dict[str, Any]: JSON}  # noqa: RUF012
