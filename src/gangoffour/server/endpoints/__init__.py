"""The edge: WebSocket and HTTP. Everything from outside is checked here, and parsed once."""
