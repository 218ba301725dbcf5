<?php
// TCPDF in right-to-left mode: php tcpdf.php TEXT.json OUT.pdf
require_once 'tcpdf/tcpdf.php';

[, $source, $out] = $argv;
$text = json_decode(file_get_contents($source), true);

class Paged extends TCPDF
{
    public string $head = '';
    public string $foot = '';
    protected $tcpdflink = false;

    public function Header(): void
    {
        $this->SetFont('dejavusans', '', 9);
        $this->SetY(8);
        $this->Cell(0, 6, $this->head, $this->head ? 'B' : 0);
    }

    public function Footer(): void
    {
        $this->SetFont('dejavusans', '', 9);
        $this->SetY(-14);
        $this->Cell(0, 6, $this->foot, $this->foot ? 'T' : 0, 0, 'C');
    }
}

function line(TCPDF $pdf, array $line, float $width): void
{
    $size = ['heading' => $line['level'] === 1 ? 16 : 13][$line['role']] ?? 11;
    $pdf->SetFont('dejavusans', $line['role'] === 'heading' ? 'B' : '', $size);
    $align = ['justified' => 'J', 'verse' => 'C'][$line['role']] ?? '';
    if ($line['role'] === 'spaced') {
        $pdf->setFontSpacing(1.4);
    }
    if ($line['role'] === 'item') {
        $own = 2 + 2.6 * preg_match_all('/./u', $line['marker']);
        $pdf->Cell(6 * ($line['level'] - 1), 6, '');
        $pdf->Cell($own, 6, $line['marker']);
        $width -= $own + 6 * ($line['level'] - 1);
    }
    $pdf->setRTL(!preg_match('/^[^\p{Hebrew}\p{Arabic}]*[\p{Cyrillic}]/u', $line['text']));
    $pdf->MultiCell($width, 6, $line['plain'], 0, $align, false, 1);
    $pdf->setRTL(true);
    $pdf->setFontSpacing(0);
    $pdf->Ln(1);
}

function table(TCPDF $pdf, array $rows): void
{
    $pdf->SetFont('dejavusans', '', 10);
    $width = 170 / count($rows[0]);
    foreach ($rows as $row) {
        $height = max(array_map(fn ($cell) => $pdf->getNumLines($cell, $width), $row)) * 5.5 + 1;
        foreach ($row as $cell) {
            $pdf->MultiCell($width, $height, $cell, 1, '', false, 0);
        }
        $pdf->Ln($height);
    }
    $pdf->Ln(2);
}

$pdf = new Paged('P', 'mm', 'A4');
$pdf->setRTL(true);
$pdf->SetMargins(20, 20, 20);
$pdf->SetAutoPageBreak(false);
foreach ($text['pages'] as $page) {
    $pdf->head = $page['header'];
    $pdf->AddPage();
    $pdf->foot = $page['footer'];
    foreach ($page['blocks'] as $block) {
        isset($block['rows']) ? table($pdf, $block['rows']) : line($pdf, $block, 170);
    }
    $pdf->SetY(-20 - 6 * count($page['notes']));
    foreach ($page['notes'] as $note) {
        $pdf->SetFont('dejavusans', '', 9);
        $pdf->Cell(0, 6, $note['plain'], 0, 1);
    }
}
$pdf->Output($out, 'F');
