"""The log, entities, facts and reviews in SQL."""
