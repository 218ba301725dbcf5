"""The steps. One that was released is never edited; a new one follows it."""
