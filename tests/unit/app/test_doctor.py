"""What `kesher doctor` says of what it found."""

from datetime import timedelta

from kesher.app import doctor
from kesher.domain.renewal import RoomVectors


def test_one_thing_is_counted_in_the_singular() -> None:
    assert doctor.held(rooms=1, documents=0, chunks=1234) == "1 room, 0 documents, 1234 chunks"


def _vectors(done: int, *, stopped: bool = False) -> RoomVectors:
    return RoomVectors("e5@1", "letters@36", 40, done, stopped)


def test_rooms_that_are_embedded_anew_are_told_with_how_far_they_are() -> None:
    (told,) = doctor.renewal([("משאבי אנוש", _vectors(12)), ("Кадры", _vectors(0, stopped=True))])
    assert (told.well, told.optional) == (False, True)
    assert "2 rooms" in told.detail
    assert "משאבי אנוש 12 of 40 chunks; Кадры 0 of 40 chunks, stopped." in told.detail


def test_of_many_rooms_a_few_are_named_and_of_none_nothing_is_said() -> None:
    (told,) = doctor.renewal([(f"غرفة {number}", _vectors(1)) for number in range(9)])
    assert "غرفة 4" in told.detail
    assert "4 more" in told.detail
    assert doctor.renewal([]) == []


def test_a_postgresql_that_does_not_lock_rows_is_told_with_what_to_do() -> None:
    (told,) = doctor.row_security(locks=False)
    assert (told.well, told.optional) == (False, True)
    assert "BYPASSRLS" in told.detail
    (locked,) = doctor.row_security(locks=True)
    assert locked.well
    assert doctor.row_security(locks=None) == []


def test_where_no_server_makes_backups_the_doctor_says_which_folder_it_looked_in() -> None:
    finding = doctor.backups([], None, timedelta(0))
    assert (finding.well, finding.optional) == (False, True)
    assert finding.detail.startswith("none is in the folder of backups. `kesher backup FILE` makes")
