"""Draft an outline by quoting the document: a starting point with the right pages.

    draft.py DOCUMENT.json OUTLINE.json [SLIDES]

SLIDES is the number of slides wanted, the title slide included; 12 if omitted.
"""

import json
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kesher.ranking.bm25 import frequencies
from kesher.text.language import language
from kesher.text.sentences import sentence_spans
from kesher.text.terms import index_terms

SLIDES = 12
POINTS = 4
POINT_CHARS = (25, 130)
_NUMBER = re.compile(r"^\s*(?:\d+(?:\.\d+)*|[IVX]+)[.)]?\s+")
_WORDS = {
    "he": ("על מה נדבר", "לסיכום", "עמודים"),
    "en": ("What this is about", "To sum up", "Pages"),
    "ar": ("المحتويات", "الخلاصة", "صفحات"),
    "ru": ("О чём речь", "Итоги", "Страницы"),
}


@dataclass(frozen=True)
class Section:
    """A part of the document under one heading."""

    title: str
    pages: tuple[int, ...]
    sentences: tuple[str, ...]


def main(source: Path, target: Path, slides: int) -> None:
    """Read, draft, write, and tell."""
    document = json.loads(source.read_text(encoding="utf-8"))
    outline = draft(document, slides)
    target.write_text(json.dumps(outline, ensure_ascii=False, indent=1), encoding="utf-8")
    sys.stdout.write(f"{len(outline['slides']) + 1} slides, titles:\n")
    for slide in outline["slides"]:
        sys.stdout.write(f"- {slide['title']} ({', '.join(map(str, slide['pages']))})\n")


def draft(document: dict[str, Any], slides: int) -> dict[str, Any]:
    """Return an outline of about `slides` slides: contents, sections with figures, the end."""
    tongue = language(" ".join(page["text"] for page in document["pages"]))
    contents, ending, _ = _WORDS[tongue]
    sections = merged(sections_of(document), max(1, slides - 3))
    body = [slide_of(section) for section in sections]
    place_figures(body, document["figures"])
    titles = [section.title for section in sections]
    every = sorted({number for section in sections for number in section.pages})
    first = {"title": contents, "points": titles[:7], "notes": "", "pages": every[:1]}
    last_points = [slide["points"][0] for slide in body if slide["points"]][:POINTS]
    last = {"title": ending, "points": last_points, "notes": "", "pages": every}
    return {
        "title": title_of(document),
        "subtitle": subtitle_of(document),
        "language": tongue,
        "source": document["source"],
        "slides": [first, *body, last],
    }


def title_of(document: dict[str, Any]) -> str:
    """Return the largest line of the first two pages, or the file's name."""
    first = [heading for heading in document["headings"] if heading["page"] <= 2]
    if not first:
        return Path(document["source"]).stem
    return str(max(first, key=lambda heading: heading["size"])["text"])


def subtitle_of(document: dict[str, Any]) -> str:
    """Return the second largest line of a first page that bears the title, or nothing."""
    title = title_of(document)
    first = [h for h in document["headings"] if h["page"] == 1]
    others = [h for h in first if h["text"] != title and not _NUMBER.match(h["text"])]
    if len(first) == len(others) or not others:
        return ""
    return str(max(others, key=lambda heading: heading["size"])["text"])


def sections_of(document: dict[str, Any]) -> list[Section]:
    """Split the document's text at its headings; a document without headings, at its pages."""
    title = title_of(document)
    texts = {page["number"]: page["text"] for page in document["pages"]}
    headings = [h for h in document["headings"] if h["text"] != title]
    sections = []
    for index, heading in enumerate(headings):
        after = headings[index + 1] if index + 1 < len(headings) else None
        section = section_between(texts, heading, after)
        if section.sentences:
            sections.append(section)
    if sections:
        return sections
    return [
        Section(sentences[0][:60], (number,), sentences)
        for number, text in texts.items()
        if (sentences := sentences_of(text))
    ]


def section_between(
    texts: dict[int, str], heading: dict[str, Any], after: dict[str, Any] | None
) -> Section:
    """Return what stands from one heading to the next."""
    last = after["page"] if after else max(texts)
    numbers = range(heading["page"], last + 1)
    parts = []
    for number in numbers:
        text = texts.get(number, "")
        if number == heading["page"]:
            text = text.partition(heading["text"])[2]
        if after and number == last:
            text = text.partition(after["text"])[0]
        parts.append((number, text))
    pages = tuple(number for number, text in parts if text.strip()) or (heading["page"],)
    sentences = tuple(s for _, text in parts for s in sentences_of(text))
    return Section(_NUMBER.sub("", heading["text"]), pages, sentences)


def sentences_of(text: str) -> tuple[str, ...]:
    """Return the sentences that can stand as a point: neither fragments nor paragraphs."""
    found = (" ".join(text[start:end].split()) for start, end in sentence_spans(text))
    return tuple(s for s in found if POINT_CHARS[0] <= len(s) <= POINT_CHARS[1] and "..." not in s)


def merged(sections: Sequence[Section], most: int) -> list[Section]:
    """Join the shortest neighbours until at most `most` are left."""
    left = list(sections)
    while len(left) > most:
        at = min(
            range(len(left) - 1),
            key=lambda i: len(left[i].sentences) + len(left[i + 1].sentences),
        )
        one, two = left[at], left[at + 1]
        title = one.title if len(one.sentences) >= len(two.sentences) else two.title
        pages = tuple(sorted({*one.pages, *two.pages}))
        left[at : at + 2] = [Section(title, pages, one.sentences + two.sentences)]
    return left


def slide_of(section: Section) -> dict[str, Any]:
    """Return a slide with the section's most telling sentences, in their own order."""
    terms = [index_terms(sentence) for sentence in section.sentences]
    weights = frequencies(terms)
    # A sentence is telling if it holds what the section speaks of often: rare words count less.
    scores = [sum(1 / (1 + weights[t]) for t in set(ts)) / (len(ts) + 3) for ts in terms]
    best = sorted(range(len(scores)), key=lambda i: (-scores[i], i))[:POINTS]
    chosen = [section.sentences[i] for i in sorted(best)]
    rest = [section.sentences[i] for i in range(len(scores)) if i not in best][:6]
    return {
        "title": section.title[:60],
        "points": chosen,
        "notes": " ".join(rest),
        "pages": list(section.pages),
    }


def place_figures(slides: list[dict[str, Any]], figures: Sequence[dict[str, Any]]) -> None:
    """Put each figure on the first slide of its page that has none yet."""
    for figure in figures:
        free = [s for s in slides if figure["page"] in s["pages"] and "figure" not in s]
        if free:
            free[0]["figure"] = figure["file"]
            free[0]["caption"] = figure["caption"]


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        sys.exit("usage: draft.py DOCUMENT.json OUTLINE.json [SLIDES]")
    wanted = int(sys.argv[3]) if len(sys.argv) == 4 else SLIDES
    main(Path(sys.argv[1]), Path(sys.argv[2]), wanted)
