// The docx package: node docx.mjs TEXT.json OUT.docx
import { readFileSync, writeFileSync } from "node:fs";
import * as docx from "docx";

const [textFile, out] = process.argv.slice(2);
const { pages } = JSON.parse(readFileSync(textFile, "utf8"));
const font = "Noto Sans Hebrew";
const notes = new Map(pages.flatMap((page) => page.notes).map((note) => [note.marker, note]));

function runs(text, look = {}) {
  return text.split(/\{\^(.*?)\}/).map((part, index) => {
    if (index % 2 && notes.has(part)) return new docx.FootnoteReferenceRun(Number(part));
    return new docx.TextRun({ text: part, superScript: Boolean(index % 2), ...look });
  });
}

function paragraph(text, look = {}, extra = {}) {
  const bidirectional = !/^[^\p{Script=Hebrew}\p{Script=Arabic}]*\p{Script=Cyrillic}/u.test(text);
  const children = runs(text, { rightToLeft: bidirectional, font, ...look });
  return new docx.Paragraph({ bidirectional, spacing: { after: 90 }, ...extra, children });
}

const indent = (level) => ({ start: 420 * level, hanging: 420 });

function line(each) {
  const { text, role, level, marker } = each;
  const sizes = { 1: 34, 2: 26 };
  if (role === "heading") {
    const heading = level === 1 ? docx.HeadingLevel.HEADING_1 : docx.HeadingLevel.HEADING_2;
    return paragraph(text, { bold: true, size: sizes[level] }, { heading });
  }
  if (role === "item") return paragraph(`${marker}\t${text}`, {}, { indent: indent(level) });
  if (role === "toc") {
    const tabStops = [{ type: docx.TabStopType.END, position: 9000, leader: docx.LeaderType.DOT }];
    return paragraph(`${text}\t${marker}`, {}, { tabStops });
  }
  const looks = {
    doubled: { bold: true },
    spaced: { characterSpacing: 90, size: 28 },
    hidden: { vanish: true },
  };
  const alignments = { justified: docx.AlignmentType.BOTH, verse: docx.AlignmentType.CENTER };
  return paragraph(text, looks[role] ?? {}, { alignment: alignments[role] });
}

function table({ rows, upright }) {
  const cell = (text, row) =>
    new docx.TableCell({
      children: [paragraph(text, {}, { spacing: { after: 0 } })],
      textDirection: upright && row === 0 ? docx.TextDirection.BOTTOM_TO_TOP_LEFT_TO_RIGHT : undefined,
    });
  return new docx.Table({
    visuallyRightToLeft: true,
    width: { size: 100, type: docx.WidthType.PERCENTAGE },
    rows: rows.map((row, index) => new docx.TableRow({
      height: upright && index === 0 ? { value: 1000, rule: docx.HeightRule.EXACT } : undefined,
      children: row.map((text) => cell(text, index)),
    })),
  });
}

const running = (Kind, text) => new Kind({ children: [paragraph(text, { size: 18 })] });
const sections = pages.map(({ header, footer, blocks }) => ({
  properties: { page: { size: { width: 11906, height: 16838 }, margin: { top: 1300, bottom: 1300 } } },
  headers: { default: running(docx.Header, header) },
  footers: { default: running(docx.Footer, footer) },
  children: blocks.map((block) => (block.rows ? table(block) : line(block))),
}));
const footnotes = Object.fromEntries(
  [...notes].map(([marker, note]) => [marker, { children: [paragraph(note.text, { size: 18 })] }]),
);
const made = new docx.Document({ sections, footnotes });
writeFileSync(out, await docx.Packer.toBuffer(made));
