"""What the terminal commands take and say in ``--help``; the work is done elsewhere."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from gangoffour.rules.editions import EDITIONS
from gangoffour.terminal.failure import Failure
from gangoffour.terminal.languages import LANGUAGES, local_language

if TYPE_CHECKING:
    EditionName = str
    LanguageName = str
else:  # the command line offers what there is
    EditionName = Literal[tuple(EDITIONS)]
    LanguageName = Literal[LANGUAGES]

Seats = Annotated[int, typer.Option(min=3, max=4, help="Players at the table, you included.")]
Bots = Annotated[
    str,
    typer.Option(
        help="Who plays against you: names or levels 1 to 6, with commas between; "
        "one fills every seat. Also mybot.py:MyBot or cmd:./program.",
        metavar="BOT[,BOT…]",
    ),
]
Pace = Annotated[float, typer.Option(min=0, max=10, help="Seconds the bots take for a move.")]
Resume = Annotated[bool, typer.Option("--resume", help="Go on with the match you left.")]
Language = Annotated[
    LanguageName | None,
    typer.Option("--language", "-l", help="In which language; that of your locale if left out."),
]
Call = Annotated[
    Literal["auto", "hand"],
    typer.Option(help='Is "Last card!" said for you, or must you think of it?'),
]


def play(
    seats: Seats = 4,
    bots: Bots = "",
    edition: Annotated[EditionName, typer.Option(help="Whose rules; see gangoffour rules R9.")] = (
        "official"
    ),
    target: Annotated[
        int, typer.Option(min=1, max=10_000, help="The match ends when a total reaches this.")
    ] = 100,
    call: Call = "auto",
    seed: Annotated[
        str | None, typer.Option(help="A text that fixes all deals; a secret one by default.")
    ] = None,
    name: Annotated[str, typer.Option(help="What the others call you.")] = "You",
    save: Annotated[
        Path | None, typer.Option(help="Write the record (.gof) here, however the match ends.")
    ] = None,
    resume: Resume = False,
    pace: Pace = 0.7,
    language: Language = None,
) -> None:
    """Play a match against bots, here in the terminal.

    Type cards by their codes (`g4 y4`), `p` to pass, `?` for your legal plays.
    Every refusal names its rule; `rules R5.4` shows it.
    Ctrl-C leaves at any moment, and `--resume` goes on.

    \b
    Examples:
      gangoffour play
      gangoffour play --seats 3 --bots tiger --edition german
      gangoffour play --bots 1,2,3 --target 50 --call hand --save tonight.gof
      gangoffour play --language de
    """
    from gangoffour.terminal.session import Options, play_match

    options = Options(
        seats=seats,
        bots=tuple(bots.split(",")) if bots.strip() else (),
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


def replay(
    file: Annotated[
        Path | None, typer.Argument(help="A .gof record; your last match if left out.")
    ] = None,
    print_: Annotated[bool, typer.Option("--print", help="Print the whole match instead.")] = False,
    language: Language = None,
) -> None:
    """Step through a recorded match with all hands open, or print it.

    Space or → goes on, ← goes back, `n` and `b` jump by rounds, `q` leaves.

    \b
    Examples:
      gangoffour replay tonight.gof
      gangoffour replay tonight.gof --print | less
    """
    from gangoffour.terminal.console import open_screen
    from gangoffour.terminal.files import kept_path, read_record
    from gangoffour.terminal.replay import Replay

    if file is None and not kept_path().exists():
        raise Failure("You have not played here yet: name a .gof file to replay.")
    screen = open_screen(language=language)
    again = Replay(read_record(file or kept_path()), screen)
    if print_ or not screen.live:
        again.print_all()
    else:
        again.step_through()


def review(
    file: Annotated[
        Path | None, typer.Argument(help="A .gof record; your last match if left out.")
    ] = None,
    seat: Annotated[
        list[int] | None,
        typer.Option(min=0, max=3, help="Whose play; everybody's who is no bot if left out."),
    ] = None,
) -> None:
    """Review a recorded match: what was good, what cost points, and what was better.

    Every decision is judged by what the player could see, by the network of level 5.

    \b
    Examples:
      gangoffour review tonight.gof
      gangoffour review tonight.gof --seat 0 --seat 2
    """
    from gangoffour.terminal.console import open_screen
    from gangoffour.terminal.files import kept_path, read_record
    from gangoffour.terminal.review import people_of, print_review

    if file is None and not kept_path().exists():
        raise Failure("You have not played here yet: name a .gof file to review.")
    record = read_record(file or kept_path())
    print_review(record, seat or people_of(record), open_screen())


def rules(
    number: Annotated[
        str | None,
        typer.Argument(
            metavar="[NUMBER|EDITION]", help="A rule's number (R5, R5.4) or an edition's name."
        ),
    ] = None,
    language: Language = None,
) -> None:
    """Read the rules: all of them, one by its number, or how an edition differs.

    \b
    Examples:
      gangoffour rules R2          the combinations
      gangoffour rules R5.4        the duty to block
      gangoffour rules german      what the German edition does differently
      gangoffour rules R4.4 -l fr  playing and passing, in French
    """
    from gangoffour.terminal.console import open_screen
    from gangoffour.terminal.pages import show_pages
    from gangoffour.terminal.rulebook import markdown, rule_drawing, rules_text

    screen = open_screen(language=language)
    spoken = language or local_language()
    if number is not None:
        screen.console.print(rule_drawing(number, spoken), width=screen.width)
    else:
        show_pages(markdown(rules_text(spoken)), screen)


def verify(
    file: Annotated[Path, typer.Argument(help="A .gof record.")],
) -> None:
    """Check that the deals of a recorded match were fair.

    Replays the record through the rules, recomputes every deal from the seed, and compares the
    seed with the commitment that was published before the first card.

    \b
    Example:
      gangoffour verify tonight.gof
    """
    from gangoffour.terminal.console import open_screen
    from gangoffour.terminal.fairness import verify_file

    verify_file(file, open_screen())


def engine() -> None:
    """Serve the rules to a program in any language: a line of JSON in, a line out.

    Answers come in the order of the requests, and bad input is answered, never fatal.
    docs/engine.md lists the operations.

    \b
    Example:
      echo '{"op": "beats", "play": ["R3","G3"], "table": ["Y3","Y3"]}' | gangoffour engine
    """
    from gangoffour.engine import read_lines, serve

    serve(read_lines(sys.stdin.buffer), sys.stdout)
