"""One table over time: seats, clocks, stand-ins, pauses, rematches. Pure: no sockets, no storage.

``handle(table, command, now)`` decides; what it decided are numbered events; folding the events
over an empty table gives the table back, which is how a server restores it.
"""
