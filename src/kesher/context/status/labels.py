"""The languages in which code words what it tells a model of its situation."""

from typing import Literal

Labels = Literal["he", "en"]
