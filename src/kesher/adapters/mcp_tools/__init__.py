"""Tools of MCP servers, each server's behind one `ToolSource`."""
