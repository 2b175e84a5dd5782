"""What the terminal commands take; what they say in ``--help`` is among the words, and the work is
done elsewhere."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, Literal

import typer

from gangoffour.rules.editions import EDITIONS
from gangoffour.terminal.failure import Failure
from gangoffour.terminal.languages import LANGUAGES, local_language
from gangoffour.terminal.usage import CHOSEN

if TYPE_CHECKING:
    EditionName = str
    LanguageName = str
else:  # the command line offers what there is
    EditionName = Literal[tuple(EDITIONS)]
    LanguageName = Literal[LANGUAGES]

Seats = Annotated[int, typer.Option(min=3, max=4)]
Bots = Annotated[str, typer.Option(metavar="BOT[,BOT…]")]
Characters = Annotated[list[str] | None, typer.Option("--character")]
Pace = Annotated[float, typer.Option(min=0, max=10)]
Resume = Annotated[bool, typer.Option("--resume")]
Record = Annotated[Path | None, typer.Argument()]


def _chosen(ctx: typer.Context, language: str | None) -> str:
    """The language of this command, or of the whole line, or of the locale."""
    return language or str(ctx.meta.get(CHOSEN) or local_language())


Language = Annotated[LanguageName | None, typer.Option("--language", "-l", callback=_chosen)]


AS_BEGUN: Final = ("seats", "bots", "character", "edition", "target", "call", "seed", "name")
"""The options of ``play`` by which a match is begun, and which say nothing of one to continue."""


def play(
    ctx: typer.Context,
    seats: Seats = 4,
    bots: Bots = "",
    character: Characters = None,
    edition: Annotated[EditionName, typer.Option()] = "official",
    target: Annotated[int, typer.Option(min=1, max=10_000)] = 100,
    call: Annotated[Literal["auto", "hand"], typer.Option()] = "auto",
    seed: Annotated[str | None, typer.Option()] = None,
    name: Annotated[str, typer.Option()] = "You",
    save: Annotated[Path | None, typer.Option()] = None,
    resume: Resume = False,
    pace: Pace = 0.7,
    language: Language = None,
) -> None:
    """Play a match against bots, here in the terminal."""
    if resume:
        _refuse_given(ctx)
    from gangoffour.terminal.session import Options, play_match

    options = Options(
        seats=seats,
        bots=_opponents(bots, character or []),
        edition=edition,
        target=target,
        automatic_call=call == "auto",
        seed=seed,
        name=name,
        save=save,
        pace=pace,
        language=language,
    )
    raise typer.Exit(play_match(options, resume=resume))


def _refuse_given(ctx: typer.Context) -> None:
    """Refuse the options that a match to continue would pass over."""
    sources = {name: ctx.get_parameter_source(name) for name in AS_BEGUN}
    given = [name for name, source in sources.items() if source and source.name == "COMMANDLINE"]
    if given:
        raise Failure("resume_as_begun", options=", ".join(f"--{name}" for name in given))


def _opponents(bots: str, characters: list[str]) -> tuple[str, ...]:
    """Named bots, with commas between, and characters after them."""
    named = tuple(bots.split(",")) if bots.strip() else ()
    return named + tuple(f"human:{one}" for one in characters)


def replay(
    file: Record = None,
    print_: Annotated[bool, typer.Option("--print")] = False,
    language: Language = None,
) -> None:
    """Step through a recorded match with all hands open, or print it."""
    from gangoffour.terminal.console import open_screen
    from gangoffour.terminal.files import kept_path, read_record
    from gangoffour.terminal.replay import Replay

    if file is None and not kept_path().exists():
        raise Failure("no_record")
    screen = open_screen(language=language)
    again = Replay(read_record(file or kept_path()), screen)
    if print_ or not screen.live:
        again.print_all()
    else:
        again.step_through()


def review(
    file: Record = None,
    seat: Annotated[list[int] | None, typer.Option(min=0, max=3)] = None,
    language: Language = None,
) -> None:
    """Review a recorded match: what was good, what cost points, and what would have been better."""
    from gangoffour.terminal.console import open_screen
    from gangoffour.terminal.files import kept_path, read_record
    from gangoffour.terminal.review import people_of, print_review

    if file is None and not kept_path().exists():
        raise Failure("no_record")
    record = read_record(file or kept_path())
    print_review(record, seat or people_of(record), open_screen(language=language))


def rules(
    number: Annotated[str | None, typer.Argument()] = None,
    language: Language = None,
) -> None:
    """Read the rules: all of them, one by its number, or how an edition differs."""
    from gangoffour.terminal.console import open_screen, show_pages
    from gangoffour.terminal.rulebook import markdown, rule_drawing, rules_text

    screen = open_screen(language=language)
    spoken = language or local_language()
    if number is not None:
        screen.console.print(rule_drawing(number, spoken), width=screen.width)
    else:
        show_pages(markdown(rules_text(spoken)), screen)


def verify(
    file: Annotated[Path, typer.Argument()],
    language: Language = None,
) -> None:
    """Check that the deals of a recorded match were fair."""
    from gangoffour.terminal.console import open_screen
    from gangoffour.terminal.verify import verify_file

    verify_file(file, open_screen(language=language))
