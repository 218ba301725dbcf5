"""OpenID Connect: a provider asked over HTTP, and what it says verified."""
