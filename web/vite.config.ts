import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

const server = process.env['KESHER_URL'] ?? 'http://127.0.0.1:8765';

const MANTINE_CLASSES = /@mantine[/\\]core[/\\]esm[/\\].*[/\\](\w+)\.module\.mjs$/;

// What every screen needs, what most do, and what is ours.
const BASE = /node_modules[/\\](react|react-dom|scheduler|@tanstack|intl-messageformat|@formatjs|openapi-fetch)[/\\]/;
const PARTS = /node_modules[/\\](@mantine|@floating-ui|@tabler|react-[\w-]+|clsx|type-fest)[/\\]/;
const OURS = /[/\\]src[/\\](ui|api|app|i18n|features|text)[/\\]/;

/**
 * Brings the style of a Mantine part in with the part itself, so that the first screen carries only
 * its own. While developing, `app/main.tsx` takes all styles at once instead.
 */
function mantineStyles(): Plugin {
  return {
    name: 'kesher:mantine-styles',
    apply: 'build',
    transform(code, id) {
      const [, part] = MANTINE_CLASSES.exec(id) ?? [];
      if (part === undefined) return null;
      return {
        code: `import '@mantine/core/styles/${part}.layer.css';\n${code}`,
        map: null,
        moduleSideEffects: true,
      };
    },
  };
}

const WORTH_PACKING_BYTES = 1_024;

/** Leaves each file of code and style packed beside it, so that the server packs nothing itself. */
function packed(): Plugin {
  return {
    name: 'kesher:packed',
    apply: 'build',
    writeBundle({ dir = '' }, bundle) {
      for (const name of Object.keys(bundle).filter((each) => /\.(js|css|svg)$/.test(each))) {
        const content = readFileSync(join(dir, name));
        if (content.length < WORTH_PACKING_BYTES) continue;
        writeFileSync(join(dir, `${name}.gz`), gzipSync(content, { level: 9 }));
      }
    },
  };
}

export default defineConfig({
  plugins: [mantineStyles(), packed(), react()],
  // With the host that the browser named: a change of it looks like another site's to the server.
  server: { proxy: { '/api': { target: server, changeOrigin: false } } },
  build: {
    // The Python package serves the page, so the build lands inside it.
    outDir: '../src/kesher/server/static',
    emptyOutDir: true,
    // A font as a data URL would be refused by a strict content security policy.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // Left to itself the bundler makes a file for each set of screens that share something,
        // well over a hundred before the first screen stands. See benchmarks/first_load.
        codeSplitting: {
          groups: [
            { name: 'base', test: BASE, priority: 3 },
            { name: 'parts', test: PARTS, priority: 2, minShareCount: 4 },
            { name: 'shared', test: OURS, priority: 1, minShareCount: 4 },
          ],
        },
      },
    },
  },
  test: {
    environment: 'jsdom',
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/app/test-setup.ts'],
    restoreMocks: true,
  },
});
