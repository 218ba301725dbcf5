"""The words around an exported record, in Hebrew and English."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from kesher.domain.replay import Standing


@dataclass(frozen=True, slots=True)
class Words:
    """Headings and labels of one language."""

    title: str
    id: str
    given: str
    kind: str
    held: str
    model: str
    price: str
    answer: str
    page: str
    unverified: str
    search: str
    room: str
    vector: str
    passage: str
    document: str
    sent: str
    standing: Mapping[Standing, str]
    prompt: str
    was_sent: str
    not_sent: str
    tokens: str
    segments: tuple[str, ...]
    calls: str
    call: tuple[str, ...]
    times: str
    stage: tuple[str, ...]
    total: str
    versions: str
    settings: str
    named: tuple[str, ...]


WORDS: Mapping[Literal["he", "en"], Words] = {
    "he": Words(
        title="רשומת תשובה",
        id="מזהה",
        given="ניתנה",
        kind="סוג",
        held="סבירות שיש תשובה בקטעים",
        model="מודל",
        price="מחיר",
        answer="התשובה",
        page="עמוד",
        unverified="לא נמצא בקטע",
        search="חיפוש",
        room="בחדר אז: מסמכים / עמודים / קטעים / טוקנים",
        vector="וקטור השאלה",
        passage="קטע",
        document="מסמך",
        sent="נשלח",
        standing={
            Standing.STANDING: "(ללא טקסט)",
            Standing.CHANGED: "(הטקסט השתנה)",
            Standing.REPLACED: "(המסמך נקרא מחדש מאז)",
            Standing.DELETED: "(המסמך נמחק)",
        },
        prompt="הפרומפט",
        was_sent="נשלחו מתוך כל החדר:",
        not_sent="לא נשאל מודל. פרומפט היה לוקח מתוך כל החדר:",
        tokens="טוקנים",
        segments=("#", "סוג", "טוקנים", "מזהים", "מצב"),
        calls="קריאות למודל",
        call=("לשם מה", "מודל", "קלט", "מהמטמון", "לא מהמטמון", "פלט", "מחיר", "בקשה"),
        times="זמנים (אלפיות שנייה)",
        stage=("שלב", "התחיל", "משך"),
        total="סך הכול",
        versions="גרסאות",
        settings="הגדרות",
        named=("שם", "ערך"),
    ),
    "en": Words(
        title="Record of an answer",
        id="Id",
        given="Given",
        kind="Kind",
        held="How likely the passages hold it",
        model="Model",
        price="Price",
        answer="The answer",
        page="page",
        unverified="not found in the passage",
        search="Search",
        room="In the room then: documents / pages / chunks / tokens",
        vector="The question's vector",
        passage="Passage",
        document="Document",
        sent="Sent",
        standing={
            Standing.STANDING: "(without text)",
            Standing.CHANGED: "(its text has changed)",
            Standing.REPLACED: "(its document was read anew)",
            Standing.DELETED: "(its document was deleted)",
        },
        prompt="The prompt",
        was_sent="Sent, of the whole room:",
        not_sent="No model was asked. A prompt would take, of the whole room:",
        tokens="tokens",
        segments=("#", "Kind", "Tokens", "Ids", "State"),
        calls="Calls of the model",
        call=("For", "Model", "Input", "Cached", "Uncached", "Output", "Price", "Request"),
        times="Times (milliseconds)",
        stage=("Stage", "Began", "Took"),
        total="In all",
        versions="Versions",
        settings="Settings",
        named=("Name", "Value"),
    ),
}
