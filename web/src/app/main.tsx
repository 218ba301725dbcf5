import '@mantine/core/styles/default-css-variables.layer.css';
import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/global.layer.css';
import '@mantine/notifications/styles.layer.css';
import '@fontsource-variable/heebo';
import '@fontsource-variable/frank-ruhl-libre';
import '../styles/other-scripts.css';
import '../styles/tokens.css';
import '../styles/global.css';

import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { loadCatalogue } from '../i18n/catalogues';
import { rememberedLocale } from '../i18n/locale';
import { App } from './app';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html lacks the element `root`.');

// A build brings each part's style in with the part; see `vite.config.ts`.
if (import.meta.env.DEV) await import('@mantine/core/styles.layer.css');
await loadCatalogue(rememberedLocale());
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
