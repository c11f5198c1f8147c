/// <reference types="vitest/config" />
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

import { finish, OUT } from './scripts/finish';
import { tomlModules } from './scripts/tomlModules';

export default defineConfig({
  base: './', // index.html says by its <base> where that is
  plugins: [svelte(), tomlModules(), finish()],
  build: {
    outDir: OUT,
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
    rollupOptions: { output: { experimentalMinChunkSize: 1500 } }, // what is smaller joins a file that needs it
  },
  server: { proxy: { '/api': 'http://localhost:8211', '/ws': { target: 'ws://localhost:8211', ws: true } } },
  test: { include: ['tests/**/*.test.ts'], environment: 'node' },
});
