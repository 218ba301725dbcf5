import '@mantine/core/styles.css';
import '@fontsource-variable/heebo';
import '@fontsource-variable/frank-ruhl-libre';
import '../styles/tokens.css';
import '../styles/global.css';

import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { App } from './app';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html lacks the element `root`.');

createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
