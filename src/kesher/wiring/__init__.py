"""The one place where settings, adapters and use cases meet."""

from kesher.wiring.examine import examine
from kesher.wiring.offline import evaluate, read_file
from kesher.wiring.parts import Holder, folder_holder
from kesher.wiring.services import Services, build

__all__ = ["Holder", "Services", "build", "evaluate", "examine", "folder_holder", "read_file"]
