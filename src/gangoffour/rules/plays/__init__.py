"""Which combinations a hand holds, and which of them may be played now (R3, R4.3, R4.4, R5.4)."""

from gangoffour.rules.plays.held import NO_PLAYS as NO_PLAYS
from gangoffour.rules.plays.held import Plays as Plays
from gangoffour.rules.plays.held import all_plays as all_plays
from gangoffour.rules.plays.held import beating as beating
from gangoffour.rules.plays.held import combinations_in as combinations_in
from gangoffour.rules.plays.held import gangs as gangs
from gangoffour.rules.plays.legal import Situation as Situation
from gangoffour.rules.plays.legal import legal_plays as legal_plays
from gangoffour.rules.plays.legal import refuse_pass as refuse_pass
from gangoffour.rules.plays.legal import refuse_play as refuse_play
