"""The server: HTTP, WebSocket, identity, lobby, storage and message bus around the pure tables."""
