"""The page of house variants names every difference that a table may choose."""

from __future__ import annotations

import re
from pathlib import Path

from gangoffour.rules.editions import FIELDS
from gangoffour.table.options import Options

PAGE = Path(__file__).parents[2] / "web" / "src" / "pages" / "variants" / "variants.ts"


def test_every_rule_that_a_table_may_set_has_a_variant_and_no_other() -> None:
    """R9: seats are no variant; looking back is an option of the table alone."""
    told = re.findall(r"field: '(\w+)'", PAGE.read_text(encoding="utf-8"))
    assert sorted(told) == sorted({*FIELDS, "look_back"} - {"seats"})
    assert "look_back" in Options.__struct_fields__
