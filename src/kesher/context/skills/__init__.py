"""Agent Skills in three layers: a catalogue, bodies on demand, files and scripts below them."""
