import pytest

from kesher.domain.fact import Expiry, FactKind, FactState, Held, ReviewKind
from kesher.domain.log import Speaking
from kesher.memory.schema import Key, Policy, Schema, shipped_schema
from unit.memory.talk import ME, Talk, corrects, day, ends, says

ASSISTANT = Speaking.ASSISTANT


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("חיפה", "באר שבע"),
        ("Haifa", "Beer Sheva"),
        ("חיפה", "Beer Sheva"),
        ("حيفا", "الناصرة"),
        ("Хайфа", "Беэр-Шева"),
    ],
)
def test_the_newest_value_is_current_and_the_old_one_history_with_its_successor(
    old: str, new: str
) -> None:
    talk = Talk()
    talk.tell(0, says("city", old))
    talk.tell(5, says("city", new))
    first, second = talk.facts("city")
    assert talk.now("city", 6) == [new]
    assert (first.superseded_by, first.valid_until) == (second.id, day(5))
    assert talk.now("city", 4) == [old]


@pytest.mark.parametrize(
    ("key", "said", "again"),
    [
        ("city", "גבעתיים", "גִּבְעָתַיִם"),
        ("diet", "צמחונית", "הצמחונית"),
        ("allergy", "פניצילין", "פניצלין"),
        ("phone", "052-555-0146", "+972 52 5550146"),
        ("price", "1,890 ₪", '1890 ש"ח'),
        ("price", "1890 ILS", "1890"),
        ("birthday", "2026-03-17", "2026-03-17"),
        ("order_status", "הגיעה", "delivered"),
        ("order_status", "доставлен", "נמסרה"),
        ("refund_status", "awaiting_approval", "ממתין לאישור"),
        ("dose", '5 מ"ג', "5 mg"),
        ("name", "מَروان".replace("מ", "م"), "مروان"),
        ("city", "Орёл", "орел"),
        ("product", "The Larkspur 3 tent", "Larkspur 3 tent"),
    ],
)
def test_an_equal_value_adds_no_row_and_makes_the_known_one_surer(
    key: str, said: str, again: str
) -> None:
    talk = Talk()
    talk.tell(0, says(key, said, confidence=0.8))
    talk.tell(3, says(key, again, confidence=0.8))
    (fact,) = talk.facts(key)
    assert fact.value == said
    assert 0.8 < fact.confidence <= 0.99


@pytest.mark.parametrize(
    ("key", "said", "other"),
    [
        ("name", "לוי", "בלוי"),
        ("name", "שירה כהן", "שירן כהן"),
        ("phone", "052-5550146", "052-5550164"),
        ("price", "1890 ILS", "1890 USD"),
        ("time", "2026-03-05T09:00", "2026-03-05T09:30"),
        ("diet", "צמחונית", "לא צמחונית"),
        ("order_status", "נשלחה", "הגיעה"),
    ],
)
def test_values_that_differ_are_never_taken_for_one(key: str, said: str, other: str) -> None:
    talk = Talk()
    talk.tell(0, says(key, said))
    talk.tell(3, says(key, other))
    assert talk.now(key, 3) == [other]


def test_a_shorter_saying_of_an_address_repeats_it_and_a_fuller_one_takes_its_place() -> None:
    talk = Talk()
    talk.tell(0, says("address", "ויצמן 22, כפר סבא"))
    talk.tell(1, says("address", "ויצמן 22"))
    assert talk.now("address", 1) == ["ויצמן 22, כפר סבא"]
    talk.tell(2, says("address", "ויצמן 22, כפר סבא, דירה 4"))
    assert talk.now("address", 0) == ["ויצמן 22, כפר סבא, דירה 4"]
    assert talk.now("address", 0, believed=1) == ["ויצמן 22, כפר סבא"]


def test_an_older_message_that_arrives_late_becomes_history() -> None:
    talk = Talk()
    talk.tell(5, says("employer", "מדרון"))
    talk.tell(2, says("employer", "קו"), learned=6)
    assert talk.states("employer", 7) == {"מדרון": FactState.CURRENT, "קו": FactState.SUPERSEDED}
    assert talk.now("employer", 3) == ["קו"]


def test_a_late_message_between_two_others_ends_where_the_later_one_begins() -> None:
    talk = Talk()
    talk.tell(0, says("city", "חיפה"))
    talk.tell(6, says("city", "עכו"))
    talk.tell(3, says("city", "נהריה"), learned=7)
    assert [talk.now("city", at) for at in (1, 4, 6)] == [["חיפה"], ["נהריה"], ["עכו"]]
    assert talk.now("city", 4, believed=6.5) == ["חיפה"]


def test_what_was_said_later_of_an_earlier_time_outweighs_a_late_message() -> None:
    talk = Talk()
    talk.tell(6, says("city", "עכו", valid_from=day(1)))
    talk.tell(3, says("city", "נהריה"), learned=7)
    assert [talk.now("city", at) for at in (2, 4, 8)] == [["עכו"]] * 3
    assert len(talk.facts("city")) == 2


def test_a_late_message_does_not_bring_back_what_a_later_one_ended() -> None:
    talk = Talk()
    talk.tell(0, says("employer", "קו"))
    talk.tell(6, ends("employer", "קו"))
    talk.tell(3, says("employer", "מדרון"), learned=7)
    assert talk.now("employer", 4) == ["מדרון"]
    assert talk.now("employer", 7) == []


def test_a_start_in_the_future_leaves_the_old_value_until_then() -> None:
    talk = Talk()
    talk.tell(0, says("job", "מעצבת UX"))
    talk.tell(1, says("job", "מעצבת מוצר", valid_from=day(30)))
    assert talk.now("job", 29) == ["מעצבת UX"]
    assert talk.states("job", 2)["מעצבת מוצר"] is FactState.FUTURE
    assert talk.now("job", 30) == ["מעצבת מוצר"]


def test_a_plan_stays_when_another_value_is_said_before_it_begins() -> None:
    talk = Talk()
    talk.tell(0, says("employer", "Kav"))
    talk.tell(1, says("employer", "Madron", valid_from=day(30)))
    talk.tell(10, says("employer", "שיטה"))
    assert [talk.now("employer", at) for at in (5, 20, 31)] == [["Kav"], ["שיטה"], ["Madron"]]


def test_a_plan_that_is_put_off_begins_later_and_the_old_value_lasts_as_long() -> None:
    talk = Talk()
    talk.tell(0, says("employer", "Kav"))
    talk.tell(1, says("employer", "Madron", valid_from=day(30)))
    talk.tell(2, says("employer", "Madron", valid_from=day(40)))
    assert [talk.now("employer", at) for at in (35, 41)] == [["Kav"], ["Madron"]]
    assert talk.now("employer", 35, believed=1.5) == ["Madron"]


def test_a_plan_that_began_early_has_its_earlier_start() -> None:
    talk = Talk()
    talk.tell(0, says("employer", "Kav"))
    talk.tell(1, says("employer", "Madron", valid_from=day(30)))
    talk.tell(20, says("employer", "Madron"))
    assert [talk.now("employer", at) for at in (19, 21, 31)] == [["Kav"], ["Madron"], ["Madron"]]


def test_a_temporary_value_lies_over_the_stable_one_and_leaves_it() -> None:
    talk = Talk()
    talk.tell(0, says("delivery_address", "הגליל 9, כפר סבא"))
    until = Expiry(at=day(4))
    talk.tell(1, says("delivery_address", "היוצר 12, כרמיאל", overlay=True, expires=until))
    assert talk.now("delivery_address", 2) == ["הגליל 9, כפר סבא", "היוצר 12, כרמיאל"]
    assert talk.now("delivery_address", 5) == ["הגליל 9, כפר סבא"]


def test_a_new_stable_value_leaves_the_temporary_one_over_it() -> None:
    talk = Talk()
    talk.tell(0, says("address", "עזרא 8, רחובות"))
    talk.tell(1, says("address", "מלון הגן", overlay=True, expires=Expiry(at=day(9))))
    talk.tell(2, says("address", "הרצל 3, יבנה"))
    assert talk.now("address", 3) == ["מלון הגן", "הרצל 3, יבנה"]


def test_a_status_for_the_time_being_takes_the_place_of_the_last_one() -> None:
    talk = Talk()
    talk.tell(0, says("order_status", "placed", kind=FactKind.TEMPORARY), about="o4521")
    talk.tell(2, says("order_status", "הגיעה"), about="o4521")
    assert talk.now("order_status", 3, "o4521") == ["הגיעה"]


def test_a_correction_ends_the_belief_and_takes_the_time_of_what_it_corrects() -> None:
    talk = Talk()
    talk.tell(0, says("birthday", "May 6"))
    talk.tell(2, corrects("birthday", "May 8", "May 6"))
    assert talk.now("birthday", 1) == ["May 8"]
    assert talk.now("birthday", 1, believed=1) == ["May 6"]
    wrong = talk.facts("birthday")[0]
    assert (wrong.recorded_until, wrong.valid_until) == (day(2), None)


def test_a_correction_without_the_wrong_value_means_the_last_one_said() -> None:
    talk = Talk()
    talk.tell(0, says("email", "danad@kav.example"))
    talk.tell(1, corrects("email", "dana.d@kav.example"))
    assert talk.now("email", 0) == ["dana.d@kav.example"]


def test_of_many_values_a_correction_replaces_the_one_it_names() -> None:
    talk = Talk()
    talk.tell(0, says("likes", "תה ירוק"), says("likes", "שחייה"))
    talk.tell(1, corrects("likes", "ריצה", "שחייה"))
    assert sorted(talk.now("likes", 1)) == ["ריצה", "תה ירוק"]


def test_a_corrected_past_value_leaves_its_successor_current() -> None:
    talk = Talk()
    talk.tell(0, says("city", "עפולה"))
    talk.tell(3, says("city", "חדרה"))
    talk.tell(4, corrects("city", "נצרת", "עפולה"))
    assert [talk.now("city", at) for at in (1, 4)] == [["נצרת"], ["חדרה"]]


def test_a_corrected_number_mends_the_address_it_stands_in() -> None:
    talk = Talk()
    talk.tell(0, says("address", "ז'בוטינסקי 21, רמת גן"))
    talk.tell(1, corrects("house_number", "12", "21"), text="טעיתי, זה 12 ולא 21")
    assert talk.now("address", 0) == ["ז'בוטינסקי 12, רמת גן"]
    assert talk.now("house_number", 1) == ["12"]
    assert talk.now("address", 0, believed=0.5) == ["ז'בוטינסקי 21, רמת גן"]


def test_a_part_of_an_address_that_is_put_right_leaves_the_rest() -> None:
    talk = Talk()
    talk.tell(0, says("address", "Emek Dotan 41, Modi'in"))
    talk.tell(1, corrects("address", "14", "41"))
    talk.tell(2, corrects("address", "Emek Dotan 14, Lod", "Emek Dotan 14, Modi'in"))
    assert talk.now("address", 2) == ["Emek Dotan 14, Lod"]


def test_a_moved_appointment_lapses_after_its_new_time() -> None:
    talk = Talk()
    talk.tell(0, says("appointment", "2026-03-03T09:00"))
    talk.tell(1, corrects("appointment", "2026-03-03T09:30", "2026-03-03T09:00"))
    (fact,) = talk.facts("appointment", history=False)
    assert fact.expires is not None
    assert fact.expires.at is not None
    assert f"{fact.expires.at:%H:%M}" == "08:30"  # 10:30 in Jerusalem


def test_an_ending_closes_without_a_successor() -> None:
    talk = Talk()
    talk.tell(0, says("employer", "גלידת הכפר"))
    revision = talk.tell(5, ends("employer", "גלידת הכפר"))
    (fact,) = talk.facts("employer")
    assert (fact.valid_until, fact.superseded_by) == (day(5), None)
    assert fact.ended_by == talk.view.messages_before("t", None, limit=1)[0].id
    assert revision.ended == (fact.id,)


def test_an_ending_without_a_value_ends_what_holds() -> None:
    talk = Talk()
    talk.tell(0, says("current_location", "אילת"))
    talk.tell(0.5, ends("current_location"))
    assert talk.now("current_location", 0.6) == []


def test_an_ending_takes_one_of_many_values_away() -> None:
    talk = Talk()
    talk.tell(0, says("likes", "פילאטיס"), says("likes", "قهوة"), says("likes", "шахматы"))
    talk.tell(1, ends("likes", "шахматы"))
    assert talk.now("likes", 1) == ["פילאטיס", "قهوة"]


def test_an_ending_in_other_words_finds_the_task() -> None:
    talk = Talk()
    talk.tell(0, says("task", "לצבוע את החדר של הקטנה"), says("task", "לקנות חלב"))
    talk.tell(1, ends("task", "צביעת החדר של הקטנה"))
    assert talk.now("task", 1) == ["לקנות חלב"]


def test_an_ending_of_what_was_never_known_is_kept_as_past() -> None:
    talk = Talk()
    talk.tell(3, ends("employer", "גלידת הכפר"))
    assert talk.states("employer", 3) == {"גלידת הכפר": FactState.ENDED}


def test_an_ending_never_touches_another_value_of_the_key() -> None:
    talk = Talk()
    talk.tell(0, says("employer", "מדרון"))
    talk.tell(1, ends("employer", "גלידת הכפר"))
    assert talk.now("employer", 1) == ["מדרון"]


def test_a_message_that_states_nothing_changes_nothing() -> None:
    talk = Talk()
    talk.tell(0, says("order_status", "placed"), about="o1")
    revision = talk.tell(1, text="ביטול? לא ביטלתי כלום")
    assert (revision.facts, revision.reviews, revision.ended) == ((), (), ())


def test_many_values_stand_side_by_side_and_the_same_one_only_once() -> None:
    talk = Talk()
    talk.tell(0, says("likes", "קפה"))
    talk.tell(1, says("likes", "הקפה"))
    talk.tell(2, says("likes", "tea"))
    assert talk.now("likes", 2) == ["קפה", "tea"]


def test_a_removed_value_that_is_said_again_begins_anew() -> None:
    talk = Talk()
    talk.tell(0, says("likes", "ריצה"))
    talk.tell(2, ends("likes", "ריצה"))
    talk.tell(4, says("likes", "ריצה"))
    assert [talk.now("likes", at) for at in (1, 3, 5)] == [["ריצה"], [], ["ריצה"]]


def test_the_first_value_of_a_sensitive_key_is_stored() -> None:
    talk = Talk()
    talk.tell(0, says("allergy_status", "אלרגי לאגוזים"))
    assert talk.now("allergy_status", 0) == ["אלרגי לאגוזים"]
    assert talk.pending() == []


def test_a_sensitive_value_is_replaced_only_by_a_person() -> None:
    talk = Talk()
    talk.tell(0, says("allergy_status", "אלרגי לאגוזים"))
    talk.tell(1, says("allergy_status", "אלרגי לבוטנים"))
    (review,) = talk.pending()
    assert talk.states("allergy_status", 1) == {
        "אלרגי לאגוזים": FactState.CURRENT,
        "אלרגי לבוטנים": FactState.HELD,
    }
    assert review.kind is ReviewKind.CONFLICT


def test_the_same_sensitive_value_again_asks_no_second_time() -> None:
    talk = Talk()
    talk.tell(0, says("allergy_status", "אלרגי לאגוזים"))
    for at in (1, 2):
        talk.tell(at, says("allergy_status", "אלרגי לבוטנים"))
    assert len(talk.pending()) == 1


def test_the_removal_of_a_sensitive_value_is_asked_and_the_value_stays() -> None:
    talk = Talk()
    talk.tell(0, says("allergy", "пенициллин"))
    talk.tell(1, ends("allergy", "пенициллин"))
    (review,) = talk.pending()
    assert review.new_fact_id is None
    assert talk.now("allergy", 1) == ["пенициллин"]


def test_a_status_that_denies_an_allergy_waits_beside_it() -> None:
    talk = Talk()
    talk.tell(0, says("allergy", "פניצילין"))
    talk.tell(1, says("allergy_status", "לא אלרגי לפניצילין"))
    (review,) = talk.pending()
    assert talk.now("allergy", 1) == ["פניצילין"]
    assert review.old_fact_id == talk.facts("allergy")[0].id
    assert talk.facts("allergy_status")[0].held is Held.REVIEW


def test_a_denial_finds_the_allergy_in_another_spelling() -> None:
    talk = Talk()
    talk.tell(0, says("allergy", "פניצלין"))
    talk.tell(1, says("allergy_status", "לא אלרגי לפניצילין"))
    assert len(talk.pending()) == 1


def test_the_same_message_read_again_makes_nothing_surer() -> None:
    talk = Talk()
    talk.tell(0, says("city", "עכו", confidence=0.7), says("city", "עכו", confidence=0.7))
    assert [fact.confidence for fact in talk.facts("city")] == [0.7]


def test_a_doubt_is_asked_about_the_value_that_the_talk_was_of() -> None:
    talk = Talk()
    talk.tell(0, says("allergy", "פניצילין"), says("allergy", "אגוזים"))
    talk.tell(1, role=ASSISTANT, text="רשומה אצלך אלרגיה לפניצילין.")
    talk.tell(1.1, text="אני בכלל לא בטוח", doubts=(("allergy", "לא בטוח שאלרגי", ME),))
    (review,) = talk.pending()
    assert (review.kind, review.reason) == (ReviewKind.DOUBT, "לא בטוח שאלרגי")
    assert review.old_fact_id == talk.facts("allergy")[0].id


def test_a_dose_that_was_changed_is_taken_and_an_unsure_one_asked() -> None:
    talk = Talk()
    talk.tell(0, says("dose", '5 מ"ג'), about="lot")
    talk.tell(1, says("dose", '10 מ"ג'), about="lot")
    assert talk.now("dose", 1, "lot") == ['10 מ"ג']
    talk.tell(2, says("dose", "20", hedged=True), about="lot")
    assert talk.now("dose", 2, "lot") == ['10 מ"ג']
    assert len(talk.pending()) == 1


def test_an_unsure_statement_never_replaces_a_sure_one() -> None:
    talk = Talk()
    talk.tell(0, says("city", "Haifa"))
    talk.tell(1, says("city", "Akko", hedged=True))
    assert talk.now("city", 2) == ["Haifa"]
    assert [review.kind for review in talk.pending()] == [ReviewKind.DOUBT]


def test_an_unsure_first_value_is_stored_as_such_and_a_sure_one_replaces_it() -> None:
    talk = Talk()
    talk.tell(0, says("city", "אולי עכו", hedged=True, confidence=0.9))
    assert talk.facts("city")[0].confidence == 0.5
    talk.tell(1, says("city", "נהריה"))
    assert talk.now("city", 1) == ["נהריה"]


def test_an_assistant_never_replaces_what_a_user_said_of_themselves() -> None:
    talk = Talk()
    talk.tell(0, says("address", "הגליל 9, כפר סבא"))
    talk.tell(1, says("address", "ויצמן 22, כפר סבא"), role=ASSISTANT)
    assert talk.states("address", 1) == {
        "הגליל 9, כפר סבא": FactState.CURRENT,
        "ויצמן 22, כפר סבא": FactState.SUPERSEDED,
    }
    assert talk.pending() == []


def test_a_user_replaces_what_an_assistant_read_out() -> None:
    talk = Talk()
    talk.tell(0, says("address", "ויצמן 22, כפר סבא"), role=ASSISTANT)
    talk.tell(1, says("address", "הגליל 9, כפר סבא"))
    assert talk.now("address", 1) == ["הגליל 9, כפר סבא"]


@pytest.mark.parametrize(
    ("key", "old", "new"),
    [
        ("order_status", "placed", "shipped"),
        ("refund_amount", "490 ILS", "460 ILS"),
        ("ticket_status", "פתוחה", "נסגרה"),
        ("time", "2026-03-05T09:00", "2026-03-06T09:00"),
    ],
)
def test_an_assistant_replaces_what_assistants_keep(key: str, old: str, new: str) -> None:
    talk = Talk()
    talk.tell(0, says(key, old), about="o1")
    talk.tell(1, says(key, new), about="o1", role=ASSISTANT)
    assert talk.now(key, 1, "o1") == [new]


def test_a_user_who_is_sure_replaces_what_an_assistant_keeps_and_one_who_is_not_asks() -> None:
    talk = Talk()
    talk.tell(0, says("order_status", "shipped"), about="o1", role=ASSISTANT)
    talk.tell(1, says("order_status", "הגיעה", hedged=True), about="o1")
    assert talk.now("order_status", 1, "o1") == ["shipped"]
    talk.tell(2, says("order_status", "נמסרה"), about="o1")
    assert talk.now("order_status", 2, "o1") == ["נמסרה"]


def _policy(policy: Policy) -> Schema:
    key = Key("taste", True, policy, FactKind.STABLE, False, "טעם", "taste")
    return Schema({"taste": key})


def test_the_most_confident_value_wins_where_the_schema_says_so() -> None:
    talk = Talk(_policy(Policy.MOST_CONFIDENT))
    talk.tell(0, says("taste", "מתוק", confidence=0.9))
    talk.tell(1, says("taste", "מלוח", confidence=0.7))
    assert talk.now("taste", 1) == ["מתוק"]
    talk.tell(2, says("taste", "חריף", confidence=0.95))
    assert talk.now("taste", 2) == ["חריף"]
    assert len(talk.facts("taste")) == 3


def test_of_versions_the_newest_serves_and_each_keeps_its_time() -> None:
    talk = Talk(_policy(Policy.VERSIONS))
    for at, taste in enumerate(("מתוק", "מלוח", "חריף")):
        talk.tell(at, says("taste", taste))
    assert [talk.now("taste", at) for at in (0, 1, 2)] == [["מתוק"], ["מלוח"], ["חריף"]]


def test_a_policy_that_asks_holds_the_new_value() -> None:
    talk = Talk(_policy(Policy.ASK))
    talk.tell(0, says("taste", "מתוק"))
    talk.tell(1, says("taste", "מלוח"))
    assert talk.now("taste", 1) == ["מתוק"]


def test_events_supersede_nothing_and_are_told_once() -> None:
    talk = Talk()
    talk.tell(0, says("order_date", "2026-02-01"), about="o1")
    talk.tell(1, says("order_date", "2026-02-01"), about="o1")
    talk.tell(2, says("blood_pressure", "128/79"))
    talk.tell(9, says("blood_pressure", "128/79"))
    assert len(talk.facts("order_date", "o1")) == 1
    assert list(talk.states("blood_pressure", 9).values()) == [FactState.EVENT]
    assert len(talk.facts("blood_pressure")) == 2


def test_only_the_same_subject_and_key_supersede() -> None:
    talk = Talk()
    talk.tell(0, says("phone", "052-5550146"), says("city", "רחובות"))
    talk.tell(1, says("phone", "054-5550182"), about="husband")
    assert talk.now("phone", 1) == ["052-5550146"]
    assert talk.now("city", 1) == ["רחובות"]


def test_a_free_key_folds_to_the_declared_one() -> None:
    talk = Talk()
    talk.tell(0, says("מקום עבודה", "Pinegate Labs"))
    talk.tell(1, says("workplace", "Shaked Medical"))
    assert talk.now("employer", 1) == ["Shaked Medical"]


def test_entities_are_the_same_value_by_their_id_whatever_they_are_called() -> None:
    talk = Talk()
    talk.tell(0, says("spouse", "אורנה"), objects=("e1",))
    talk.tell(1, says("spouse", "Orna"), objects=("e1",))
    assert len(talk.facts("spouse")) == 1
    talk.tell(2, says("spouse", "אורנה"), objects=("e2",))
    assert [fact.object_id for fact in talk.facts("spouse")] == ["e1", "e2"]


def test_a_known_city_follows_the_address_and_the_floor_ends_with_it() -> None:
    talk = Talk()
    talk.tell(0, says("city", "גבעתיים"), says("address", "כצנלסון 88, גבעתיים"))
    talk.tell(1, says("floor", "3"), says("entrance_code", "4417#"))
    talk.tell(2, says("address", "עזרא 8, רחובות", valid_from=day(9)))
    assert talk.now("city", 8) == ["גבעתיים"]
    assert talk.now("city", 9) == ["רחובות"]
    assert [talk.now("floor", at) for at in (8, 9)] == [["3"], []]
    assert talk.now("entrance_code", 9) == []


def test_an_address_alone_invents_no_city() -> None:
    talk = Talk()
    talk.tell(0, says("address", "HaMeyasdim 52, Zichron Yaakov"))
    talk.tell(1, says("address", "Herzl 3, Yavne"))
    assert talk.facts("city") == []


def test_a_new_city_ends_an_address_in_the_old_one() -> None:
    talk = Talk()
    talk.tell(0, says("city", "גבעתיים"), says("address", "כצנלסון 88, גבעתיים"))
    talk.tell(1, says("city", "חיפה"))
    assert talk.now("address", 1) == []
    talk.tell(2, says("city", "רחובות"), says("address", "עזרא 8, רחובות"))
    assert talk.now("address", 2) == ["עזרא 8, רחובות"]


def test_a_fuller_address_moves_nothing() -> None:
    talk = Talk()
    talk.tell(0, says("address", "הגליל 9"), says("floor", "4"))
    talk.tell(1, says("address", "הגליל 9, כפר סבא"))
    assert talk.now("floor", 1) == ["4"]


def test_the_shipped_schema_marks_what_assistants_keep() -> None:
    kept = {k.name for k in shipped_schema().that(lambda key: key.kept_by is ASSISTANT)}
    assert {"order_status", "refund_amount", "ticket_status", "time"} <= kept
    assert not kept & {"address", "phone", "name", "diet", "allergy"}


def test_a_lasting_value_that_was_only_for_a_while_leaves_what_lies_over_it_one_value() -> None:
    talk = Talk()
    while_there = Expiry(at=day(9))
    talk.tell(0, says("city", "חיפה", overlay=True, expires=while_there))
    talk.tell(1, says("city", "חיפה"))
    talk.tell(2, corrects("city", "Akko", replaces="חיפה", overlay=True, expires=while_there))
    assert talk.now("city", 3) == ["Akko"]
    assert talk.now("city", 10) == []  # that it lasts was the mistake
    assert talk.now("city", 3, believed=1.5) == ["חיפה", "חיפה"]
