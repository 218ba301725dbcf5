import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const server = process.env['KESHER_URL'] ?? 'http://127.0.0.1:8765';

export default defineConfig({
  plugins: [react()],
  server: { proxy: { '/api': server } },
  build: {
    // The Python package serves the page, so the build lands inside it.
    outDir: '../src/kesher/server/static',
    emptyOutDir: true,
    // A font as a data URL would be refused by a strict content security policy.
    assetsInlineLimit: 0,
  },
  test: {
    environment: 'jsdom',
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/app/test-setup.ts'],
    restoreMocks: true,
  },
});
