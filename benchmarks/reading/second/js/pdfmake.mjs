// pdfmake, which lays a page out by itself: node pdfmake.mjs TEXT.json REGULAR.ttf BOLD.ttf OUT.pdf
// It knows no bidi, so each line comes to it in the order in which it is seen.
import { readFileSync, writeFileSync } from "node:fs";
import pdfmake from "pdfmake";

const [textFile, regular, bold, out] = process.argv.slice(2);
const { pages } = JSON.parse(readFileSync(textFile, "utf8"));
pdfmake.setFonts({ face: { normal: regular, bold, italics: regular, bolditalics: bold } });

const sizes = { heading1: 17, heading2: 13 };
const runs = (pieces) => pieces.map((text) => ({ text, preserveLeadingSpaces: true }));
const line = ({ seen, role, level }) => ({
  stack: seen.map((pieces) => ({ text: runs(pieces), alignment: "right" })),
  bold: role === "heading",
  fontSize: sizes[role + level] ?? 10.5,
  margin: [0, 2, 0, 2],
});
const table = ({ seen }) => ({
  table: { widths: seen[0].map(() => "*"), body: seen.map((row) => row.map((pieces) => ({ text: runs(pieces), alignment: "right" }))) },
  margin: [0, 4, 0, 6],
});
const page = ({ blocks, notes }, index) => ({
  stack: [...blocks, ...notes].map((block) => (block.role ? line(block) : table(block))),
  pageBreak: index ? "before" : undefined,
});
const running = (name) => (number) => ({
  text: runs(pages[number - 1]?.[`seen_${name}`] ?? []),
  alignment: "center",
  margin: [40, 14, 40, 0],
  fontSize: 9,
});
const definition = {
  pageSize: "A4",
  pageMargins: [40, 44, 40, 44],
  defaultStyle: { font: "face", fontSize: 10.5 },
  content: pages.map(page),
  header: running("header"),
  footer: running("footer"),
};
const made = pdfmake.createPdf(definition);
writeFileSync(out, await made.getBuffer());
