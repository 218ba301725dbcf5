"""What `kesher doctor` says of what it found."""

from kesher.app import doctor


def test_one_thing_is_counted_in_the_singular() -> None:
    assert doctor.held(rooms=1, documents=0, chunks=1234) == "1 room, 0 documents, 1234 chunks"
