import type { StylesheetJson } from 'cytoscape';

/** The map in the page's colours; a canvas cannot read them from the style sheet by itself. */
export function graphStyle(): StylesheetJson {
  const page = getComputedStyle(document.documentElement);
  const of = (name: string) => page.getPropertyValue(name).trim();
  const body = getComputedStyle(document.body);
  return [
    {
      selector: 'node',
      style: {
        label: 'data(label)',
        'font-family': body.fontFamily,
        'font-size': 13,
        color: of('--ink'),
        'background-color': of('--thread'),
        width: 16,
        height: 16,
        'min-zoomed-font-size': 6,
        'text-valign': 'bottom',
        'text-margin-y': 5,
        'text-wrap': 'wrap',
        'text-max-width': '120px',
        'text-background-color': of('--paper'),
        'text-background-opacity': 0.85,
        'text-background-padding': '2px',
      },
    },
    { selector: 'node[kind = "centre"]', style: { width: 26, height: 26, 'font-size': 15, 'font-weight': 600 } },
    {
      selector: 'node[kind = "value"]',
      style: {
        shape: 'round-rectangle',
        width: 9,
        height: 9,
        'font-size': 12,
        'background-color': of('--line-strong'),
      },
    },
    {
      selector: 'node[standing = "past"], node[standing = "wrong"], node[standing = "waiting"]',
      style: { color: of('--ink-soft'), 'background-color': of('--paper'), 'border-width': 1.5, 'border-style': 'dashed', 'border-color': of('--line-strong') },
    },
    {
      selector: 'node:selected',
      style: { 'border-width': 3, 'border-style': 'solid', 'border-color': of('--mark-strong') },
    },
    {
      selector: 'edge',
      style: {
        label: 'data(label)',
        'font-family': body.fontFamily,
        'font-size': 11,
        color: of('--ink-soft'),
        'text-background-color': of('--paper'),
        'text-background-opacity': 0.9,
        'text-background-padding': '2px',
        'text-rotation': 'none',
        'min-zoomed-font-size': 7,
        width: 1.6,
        'line-color': of('--thread'),
        'curve-style': 'bezier',
        'target-arrow-shape': 'triangle',
        'target-arrow-color': of('--thread'),
        'arrow-scale': 0.7,
      },
    },
    {
      selector: 'edge[standing = "past"], edge[standing = "wrong"]',
      style: { 'line-style': 'dashed', 'line-color': of('--line-strong'), 'target-arrow-color': of('--line-strong') },
    },
    {
      selector: 'edge[standing = "waiting"], edge[standing = "future"]',
      style: { 'line-style': 'dotted', 'line-color': of('--mark-strong'), 'target-arrow-color': of('--mark-strong') },
    },
  ];
}
