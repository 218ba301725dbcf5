"""The public names: a change here is a change for every user."""

import kesher


def test_the_public_names_are_these_and_each_can_be_had() -> None:
    assert kesher.__all__ == [
        "AgentHandle",
        "AgentOptions",
        "AgentStop",
        "Block",
        "Evidence",
        "Kesher",
        "KesherError",
        "Risk",
        "RoomHandle",
        "Trajectory",
        "__version__",
        "assemble",
        "audit",
        "make_prefix",
        "profile",
        "read_pages",
        "tool",
    ]
    assert all(getattr(kesher, name) for name in kesher.__all__)
