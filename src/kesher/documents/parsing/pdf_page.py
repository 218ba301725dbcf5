"""One page's characters → its lines in reading order, each in logical order."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

import numpy as np
from numpy.typing import NDArray

from kesher.documents.parsing.pdf_calls import PdfPointer
from kesher.documents.parsing.pdf_chars import (
    Floats,
    Frame,
    Glyphs,
    read_ink_boxes,
    read_objects,
    read_origins,
    read_pens,
)
from kesher.documents.parsing.pdf_clusters import Clusters, find_clusters
from kesher.documents.parsing.pdf_columns import in_reading_order
from kesher.documents.parsing.pdf_comparisons import COMPARISONS, DrawnPart, as_drawn
from kesher.documents.parsing.pdf_contents import with_contents
from kesher.documents.parsing.pdf_covers import Covers, parted_by_covers, read_covers
from kesher.documents.parsing.pdf_direction import page_direction
from kesher.documents.parsing.pdf_grids import find_grids
from kesher.documents.parsing.pdf_layout import PageLine
from kesher.documents.parsing.pdf_lines import (
    Level,
    Run,
    bounds_of,
    find_lines,
    find_runs,
)
from kesher.documents.parsing.pdf_lists import with_list_numbers
from kesher.documents.parsing.pdf_looks import Look, Sight, looks_of, parted_by_ink, usual_em
from kesher.documents.parsing.pdf_marks import stand_alone
from kesher.documents.parsing.pdf_notes import may_have_notes, with_notes
from kesher.documents.parsing.pdf_pictures import picture_boxes
from kesher.documents.parsing.pdf_render import grey_page, grey_part
from kesher.documents.parsing.pdf_rows import joints_of, unfolded
from kesher.documents.parsing.pdf_ruled import fold_grids
from kesher.documents.parsing.pdf_rulings import read_rulings
from kesher.documents.parsing.pdf_tags import levels_of
from kesher.documents.parsing.pdf_text import (
    Alphabet,
    Kind,
    LineReader,
)
from kesher.documents.parsing.pdf_turned_heads import with_turned_heads
from kesher.documents.parsing.pdf_turns import Turned, are_upright, split_by_turn, turned_upright
from kesher.documents.parsing.pdf_unruled import fold_tables
from kesher.documents.parsing.pdf_weights import read_weights
from kesher.domain.document import Role
from kesher.text import bidi

_GREY_SCALE = 2.0
_SAMPLED = (0.2, 0.5, 0.8)  # of a run, where its weight is asked for
_LAST = {Role.WATERMARK: 1, Role.HIDDEN: 2}


@dataclass(frozen=True, slots=True)
class PageParts:
    """What a page is read from.

    Attributes:
        headings: Levels of the headings that the file names, by marked content id.
    """

    number: int
    page: PdfPointer
    textpage: PdfPointer
    alphabet: Alphabet
    frame: Frame
    headings: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class PageText:
    """The lines of a page in reading order, and the boxes that their rows count.

    Attributes:
        boxes: float32, shape (n, 4), in points as displayed.
    """

    lines: tuple[PageLine, ...]
    boxes: Floats


def page_text(source: PageParts, glyphs: Glyphs) -> PageText:
    """Read a page's characters into lines: upright text first, then text turned otherwise."""
    glyphs = glyphs.take(_has_size(glyphs))
    lines: list[PageLine] = []
    turned: list[PageLine] = []
    boxes = [np.empty((0, 4), dtype=np.float32)]
    rows = 0
    parts = _parts(source, glyphs)
    usual = usual_em(pair for part in parts for pair in part.placed)
    for part in parts:
        found = part.read(usual)
        into = turned if part.is_turned_by_a_quarter else lines
        into += [replace(line, read=line.read.moved(rows)) for line in found] if rows else found
        boxes.append(part.boxes)
        rows += len(part.boxes)
    if turned:
        lines = with_turned_heads(lines, turned, np.concatenate(boxes))
    lines.sort(key=lambda line: _LAST.get(line.told_role, 0) + line.is_covered)
    return PageText(tuple(lines), np.concatenate(boxes))


def _parts(source: PageParts, glyphs: Glyphs) -> list["_Part"]:
    """Split a page by the direction of its text; most pages have upright text alone."""
    whole = Turned(0.0, glyphs, np.zeros(len(glyphs), dtype=bool))
    covers = read_covers(source.page, source.frame)
    part = _Part(source, whole, covers)
    if part.is_upright:
        return [part]
    turned = split_by_turn(source.textpage, glyphs, source.frame.quarter_turns)
    return [_Part(source, each, covers) for each in turned]


class _Part:
    """The characters of one direction of text, turned upright, those drawn as one joined."""

    def __init__(self, source: PageParts, turned: Turned, covers: Covers) -> None:
        textpage, alphabet = source.textpage, source.alphabet
        self._source, self._textpage, self._frame = source, textpage, source.frame
        self._degrees, self._signs = turned.degrees, alphabet.letters.values()
        kinds = alphabet.kinds_of(turned.glyphs.codes)
        clusters = self._clusters(turned.glyphs, kinds)
        glyphs = turned.glyphs.take(clusters.heads)
        self.boxes = clusters.boxes.compress(clusters.heads, axis=0)
        self._glyphs = Glyphs(
            glyphs.codes, turned_upright(self.boxes, self._degrees), glyphs.places
        )
        self._is_space = kinds[clusters.heads] == Kind.SPACE
        self._units = _units(turned.glyphs, clusters, alphabet)
        self._classes = _classes(glyphs, self._units, alphabet)
        self._mirrored = turned.mirrored[clusters.heads]
        places = self._glyphs.places
        painted = parted_by_ink(
            find_runs(self._glyphs, self._is_space), places, self._glyphs.boxes, textpage
        )
        painted = parted_by_covers(
            painted,
            self.boxes,
            self._glyphs.boxes,
            covers,
            lambda at: read_objects(textpage, places[at : at + 1].tolist())[0],
        )
        self._runs, self._inks, self._drawn = painted.runs, painted.inks, painted.drawn
        self._bounds = np.stack(bounds_of(self._runs), axis=1)
        self._inked = np.append(np.flatnonzero(~self._is_space), len(self._is_space))
        self._middles = middles = self._inked_at((0.5,), self._bounds)
        self._pens = read_pens(textpage, middles)
        self._headings = levels_of(textpage, middles, source.headings)
        self.placed = list(zip(self._runs, self._levels(), strict=True))

    @property
    def is_upright(self) -> bool:
        """Whether every run of characters stands upright as displayed."""
        return are_upright(self._pens, self._frame.quarter_turns)

    @property
    def is_turned_by_a_quarter(self) -> bool:
        """Whether the text runs up or down."""
        return self._degrees in (90, 270)

    def read(self, usual: float) -> list[PageLine]:
        """Read the lines: those that are seen, then watermarks, then what is hidden.

        Args:
            usual: The em of most of the page's text, in points.
        """
        levels = [level for _, level in self.placed]
        sight = self._sight(usual)
        looks = looks_of(self._runs, levels, self._inks, self.boxes, sight)
        met = set(looks)
        seen, *others = (
            [pair for pair, look in zip(self.placed, looks, strict=True) if look is wanted]
            if wanted in met
            else []
            for wanted in Look
        )
        lines = self._read(seen, sight) if seen else []
        for runs, look in zip(others, list(Look)[1:], strict=True):
            role = Role.WATERMARK if look is Look.WATERMARK else Role.HIDDEN
            is_covered = look is Look.COVERED
            apart = self._read(runs, sight) if runs else []
            lines += [
                PageLine(line.read, line.level, role=role, is_covered=is_covered) for line in apart
            ]
        return lines

    def _sight(self, usual: float) -> Sight:
        source = self._source
        return Sight(
            self._frame.size_points,
            self._degrees,
            usual,
            cache(lambda: picture_boxes(source.page, source.frame)),
            cache(lambda: grey_page(source.page, number=source.number, scale=_GREY_SCALE)),
        )

    def _part_drawn(self, box: Sequence[float]) -> DrawnPart:
        source = self._source
        return grey_part(source.page, box, number=source.number, scale=_GREY_SCALE)

    def _read(self, placed: Sequence[tuple[Run, Level]], sight: Sight) -> list[PageLine]:
        runs, levels = zip(*placed, strict=True)
        lines = find_lines(self._glyphs, self._is_space, runs, levels)
        page = page_direction(self._units, self._classes)
        units = self._units
        if page == "rtl" and self._degrees == 0 and not COMPARISONS.isdisjoint(self._signs):
            units = as_drawn(units, self.boxes, self._part_drawn)  # of the same classes
        has_cells = sum(len(line.cells) > 1 for line in lines) > 1
        if has_cells and self._degrees == 0:
            grids = find_grids(read_rulings(self._source.page, self._frame))
            lines = fold_grids(lines, grids, self.boxes)
        ordered = in_reading_order(lines, page)
        if has_cells:
            ordered = fold_tables(ordered, self._glyphs.boxes.tolist(), page)
        parts = list(unfolded(ordered, page))
        reader = LineReader(units, self._classes, self._mirrored, page)
        read = reader.read([part.line for part in parts])
        joints = joints_of(parts, [line.text for line in read])
        found = [
            PageLine(line, part.line.level, joint, part.cells, part.starts_table)
            for part, line, joint in zip(parts, read, joints, strict=True)
        ]
        if self._degrees:
            return found
        found = with_contents(with_list_numbers(found))
        if not may_have_notes(placed, sight.usual):
            return found
        return with_notes(found, self.boxes, self._frame.size_points[1])

    def _clusters(self, glyphs: Glyphs, kinds: NDArray[np.uint8]) -> Clusters:
        # Hidden and unnamed characters may be parts of a glyph, as points are. Alone the hidden
        # ones are dropped.
        is_hidden, is_unnamed = kinds == Kind.HIDDEN, kinds == Kind.UNNAMED
        is_part = is_hidden | (kinds == Kind.MARK) | is_unnamed
        origins = read_origins(self._textpage, glyphs.places.tolist()) if is_part.any() else None
        if origins is not None and is_unnamed.any():
            letters = ~is_part & (kinds != Kind.SPACE)
            is_part &= ~stand_alone(glyphs.boxes, origins, letters, is_unnamed)
        clusters = find_clusters(
            glyphs, is_part, kinds == Kind.SPACE, origins, self._ink_of(glyphs)
        )
        return replace(clusters, heads=clusters.heads & ~is_hidden)

    def _ink_of(self, glyphs: Glyphs) -> Callable[[NDArray[np.intp]], Floats]:
        textpage, frame, places = self._textpage, self._frame, glyphs.places
        return lambda rows: frame.shown(read_ink_boxes(textpage, places[rows].tolist()))

    def _weights(self) -> list[bool]:
        """Tell of each run whether most of it is drawn heavier than usual."""
        runs = len(self._runs)
        several = [at for at, each in enumerate(self._drawn) if not each]
        if not several:
            return read_weights(self._textpage, self._drawn, self._middles)
        bounds = self._bounds.take(several, axis=0)
        places = self._inked_at(_SAMPLED, bounds)
        drawn = [*self._drawn, *read_objects(self._textpage, places)]
        is_heavy = read_weights(self._textpage, drawn, [*self._middles, *places])
        found = is_heavy[:runs]
        if len(set(is_heavy)) == 1:
            return found
        for at, run in enumerate(several, start=runs):
            of_run = is_heavy[at :: len(several)]
            found[run] = 2 * sum(of_run) > len(of_run)
        return found

    def _inked_at(self, shares: Sequence[float], bounds: NDArray[np.intp]) -> list[int]:
        """Give the place of a character that stands at a share of each run, share by share.

        A run may begin with the raised mark of a note, or with a list number lower than its line,
        so that its middle tells more of it than its first character.

        Args:
            bounds: intp, shape (n, 2): the first character of each run, and the end of it.
        """
        firsts, lasts = bounds.T
        wanted = firsts + np.multiply.outer(shares, lasts - firsts - 1).astype(np.intp)
        at = np.searchsorted(self._inked, wanted)
        # Blanks may end a run; none is blank as a whole.
        at -= self._inked[at] >= lasts
        places: list[int] = self._glyphs.places[self._inked[at]].ravel().tolist()
        return places

    def _levels(self) -> list[Level]:
        """Tell where each run stands; those that stand alike share one record."""
        origins = self._pens.origins
        points = self._frame.shown(np.concatenate([origins, origins], axis=1))
        baselines = turned_upright(points, self._degrees)[:, 1].tolist()
        widths = np.array([run.char_width for run in self._runs], dtype=np.float64)
        ems = _sane_ems(self._pens.ems, widths).tolist()
        every = list(zip(baselines, ems, self._weights(), self._headings, strict=True))
        known = {each: Level(*each) for each in set(every)}
        return list(map(known.__getitem__, every))


def _sane_ems(ems: NDArray[np.float64], widths: NDArray[np.float64]) -> NDArray[np.float64]:
    """Bound ems by the letters' widths: some fonts are drawn at size 1 and scaled inside."""
    bounded = np.minimum(np.maximum(ems, 1.2 * widths), 5 * widths)
    return np.where(widths > 0, bounded, ems)


def _units(glyphs: Glyphs, clusters: Clusters, alphabet: Alphabet) -> list[str]:
    """Give each head its text: its own letters and its followers', points after letters."""
    letters = alphabet.letters
    units = list(map(letters.__getitem__, glyphs.codes[clusters.heads].tolist()))
    place_of = np.cumsum(clusters.heads) - 1
    codes = glyphs.codes
    for head, followers in clusters.followers.items():
        place = int(place_of[head])
        units[place] = alphabet.joined(units[place], [int(codes[row]) for row in followers])
    return units


def _classes(glyphs: Glyphs, units: Sequence[str], alphabet: Alphabet) -> str:
    """Give the letters of the units' classes; only units of many characters are looked at."""
    found = alphabet.classes_of(glyphs.codes)
    if len("".join(units)) == len(units):
        return found
    letters = list(found)
    for place, unit in enumerate(units):
        if len(unit) > 1:
            letters[place] = bidi.classes_of([unit])
    return "".join(letters)


def _has_size(glyphs: Glyphs) -> NDArray[np.bool_]:
    """Choose characters that take up room; those that pdfium makes up take none."""
    width = glyphs.boxes[:, 2] - glyphs.boxes[:, 0]
    height = glyphs.boxes[:, 3] - glyphs.boxes[:, 1]
    sized: NDArray[np.bool_] = np.maximum(width, height) > 0.01
    return sized
