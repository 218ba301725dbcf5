"""The one place where settings, adapters and use cases meet: `services.build` makes them all."""
