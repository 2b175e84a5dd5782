"""What ``gangoffour engine --help`` says, with typer and without: the operations in short."""

from __future__ import annotations

from typing import Final

ABOUT: Final = "Serve the rules to a program in any language: a line of JSON in, a line out."
ANSWERS: Final = (
    "Answers come in the order of the requests, and bad input is answered, never fatal. A request"
    " names its operation in 'op'; what stands in 'id' comes back with the answer, which says"
    " \"ok\": true, or false with an 'error'. Cards are lists of codes: G3, Y10 and R7 are numbers"
    " in green, yellow and red, M1 the multicoloured 1, GP and YP phoenixes, RD the dragon. Seats"
    " are numbered from 0. A field marked ? may be left out."
)
OPERATIONS: Final = """\
Operations, and their fields:
  hello      no field: what answers, and which editions it knows
  classify   cards: what they are together
  beats      play, table: whether one combination may be played on the other
  legal      hand, table?, edition?, rules?, first?, next_called?: a hand's plays
  score      left: points for numbers of cards left
  new        seats, seed, edition?, rules?, hands?, dead?, dealer?: deal a match
  view       match, seat?: what a seat sees and may do; else what a spectator sees
  act        match, seat, action: {"play": [codes], "call": true?},
             {"pass": true}, {"call": true} or {"give": code}
  record     match: the whole match as text
  load       gof: a match from such a text
  position   match: where it stands, as one line
             position, seed?: a match from such a line
  bots       no field: who can choose, by name and level
  choose     match, seat, bot, seed?: what a bot would do
  hint       match, seat: the best actions, and why
  review     match, seats?: what the decisions were worth"""
EXAMPLE: Final = """\
Example:
  echo '{"op": "beats", "play": ["R3","G3"], "table": ["Y3","Y3"]}' | gangoffour engine"""
