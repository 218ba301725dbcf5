"""Compaction: what is shown of earlier events becomes shorter, by logged edits that can be undone.

Every layer and strategy plans edits from a `Situation` and changes nothing; `kesher.app.compact`
carries them out through the trajectory, with a model between `request` and `read` if there is one.
"""
