import '@testing-library/jest-dom/vitest';

import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';

import { loadCatalogue } from '../i18n/catalogues';
import { LOCALES } from '../i18n/locale';

await Promise.all(LOCALES.map(loadCatalogue));

// jsdom has no layout; Mantine asks for these and needs only that they answer.
window.matchMedia = (query) =>
  Object.assign(new EventTarget(), {
    matches: false,
    media: query,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  });
window.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

Object.defineProperty(document, 'fonts', { value: new EventTarget() });

afterEach(cleanup);

// jsdom knows files, but not the way that browsers read them whole.
Blob.prototype.text = function text(this: Blob) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error('The file cannot be read.'));
    reader.readAsText(this);
  });
};
