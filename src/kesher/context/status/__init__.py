"""The status: what is true now, computed from the events by code, for the end of a request."""
