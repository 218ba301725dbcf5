// Draws strokes with a JavaScript writer: node draw.mjs WRITER STROKES.json REGULAR.ttf BOLD.ttf OUT.pdf
import { createWriteStream, readFileSync, writeFileSync } from "node:fs";

const [writer, strokesFile, regular, bold, out] = process.argv.slice(2);
const { width, height, pages, strokes, rules } = JSON.parse(readFileSync(strokesFile, "utf8"));
const onPage = (items, page) => items.filter((item) => item.page === page);
const numbers = Array.from({ length: pages }, (_, index) => index + 1);
const grey = (stroke) => Math.round(255 * stroke.grey);

async function jspdf() {
  const { jsPDF } = await import("jspdf");
  const doc = new jsPDF({ unit: "pt", format: [width, height] });
  for (const [style, path] of [["normal", regular], ["bold", bold]]) {
    doc.addFileToVFS(`${style}.ttf`, readFileSync(path).toString("base64"));
    doc.addFont(`${style}.ttf`, "face", style);
  }
  for (const page of numbers) {
    if (page > 1) doc.addPage([width, height]);
    for (const rule of onPage(rules, page)) doc.rect(rule.x, rule.y, rule.width, rule.height);
    for (const stroke of onPage(strokes, page)) {
      doc.setFont("face", stroke.bold ? "bold" : "normal").setFontSize(stroke.size);
      doc.setTextColor(grey(stroke));
      const asSeen = { isInputVisual: true, isOutputVisual: true };
      doc.text(stroke.text, stroke.x, stroke.y, { angle: stroke.angle, ...asSeen });
    }
  }
  writeFileSync(out, Buffer.from(doc.output("arraybuffer")));
}

async function pdfkit() {
  const { default: PDFDocument } = await import("pdfkit");
  const doc = new PDFDocument({ size: [width, height], margin: 0, autoFirstPage: false });
  const written = new Promise((resolve) => doc.pipe(createWriteStream(out)).on("finish", resolve));
  for (const page of numbers) {
    doc.addPage();
    for (const rule of onPage(rules, page)) {
      doc.lineWidth(0.5).rect(rule.x, rule.y, rule.width, rule.height).stroke();
    }
    for (const stroke of onPage(strokes, page)) {
      doc.save().font(stroke.bold ? bold : regular).fontSize(stroke.size);
      doc.fillColor([grey(stroke), grey(stroke), grey(stroke)]);
      doc.rotate(-stroke.angle, { origin: [stroke.x, stroke.y] });
      doc.text(stroke.text, stroke.x, stroke.y, { lineBreak: false, baseline: "alphabetic" });
      doc.restore();
    }
  }
  doc.end();
  await written;
}

async function pdflib() {
  const { PDFDocument, degrees, rgb } = await import("pdf-lib");
  const { default: fontkit } = await import("@pdf-lib/fontkit");
  const doc = await PDFDocument.create();
  doc.registerFontkit(fontkit);
  const [plain, strong] = await Promise.all(
    [regular, bold].map((path) => doc.embedFont(readFileSync(path), { subset: true })),
  );
  for (const number of numbers) {
    const page = doc.addPage([width, height]);
    for (const rule of onPage(rules, number)) {
      const y = height - rule.y - rule.height;
      const box = { x: rule.x, y, width: rule.width, height: rule.height };
      page.drawRectangle({ ...box, borderWidth: 0.5, borderColor: rgb(0, 0, 0) });
    }
    for (const stroke of onPage(strokes, number)) {
      page.drawText(stroke.text, {
        x: stroke.x,
        y: height - stroke.y,
        size: stroke.size,
        font: stroke.bold ? strong : plain,
        color: rgb(stroke.grey, stroke.grey, stroke.grey),
        rotate: degrees(stroke.angle),
      });
    }
  }
  writeFileSync(out, await doc.save());
}

await { jspdf, pdfkit, pdflib }[writer]();
