"""Every setting as an option of a command; nothing of the server itself is loaded for it."""

from __future__ import annotations

from collections.abc import Callable
from inspect import Parameter, Signature, signature
from typing import get_type_hints

import typer

from gangoffour.server.runtime.settings import Settings, default_of, help_of


def _option(name: str, kind: type) -> Parameter:
    """A setting's option; nothing given leaves it to the environment, then to its default."""
    default = default_of(name)
    shown = f"  [default: {default}]" if default else ""
    option = typer.Option(None, help=help_of(name) + shown)
    return Parameter(name, Parameter.KEYWORD_ONLY, default=option, annotation=kind | None)


def with_settings(command: Callable[..., None]) -> Callable[..., None]:
    """The command with an option for every setting, before its own; they come as keywords."""
    own = signature(command, eval_str=True).parameters.values()
    options = [_option(name, kind) for name, kind in get_type_hints(Settings).items()]
    options += [one for one in own if one.kind is Parameter.KEYWORD_ONLY]
    vars(command)["__signature__"] = Signature(options)
    return command
