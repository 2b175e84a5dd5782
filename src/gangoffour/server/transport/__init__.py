"""How bytes travel: the WebSocket protocol, connections, headers and the client's files."""
