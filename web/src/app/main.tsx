import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
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

await loadCatalogue(rememberedLocale());
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
