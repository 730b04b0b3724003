"""The server: tables, seats, storage, sockets; no rules. Its map is docs/server.md, its contract docs/protocol.md."""
