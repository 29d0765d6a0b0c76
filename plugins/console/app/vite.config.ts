import { defineConfig } from 'vite';

/** While developing, everything but the application comes from this service. */
const service = process.env['SVC_URL'] ?? 'http://127.0.0.1:8080';

/** Large packages that a page may need are files of their own, and what they share with the rest is one too. */
const Chunks = [['pdfjs-dist', 'pdf'], ['node_modules/preact/', 'view'], ['@zag-js', 'combobox']] as const;

export default defineConfig({
  base: '/console/',
  esbuild: { jsx: 'automatic', jsxImportSource: 'preact' },
  build: {
    target: 'es2022',
    // The policy of the service allows no inline content, and no script that Vite would add for old browsers.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 2000,
    rollupOptions: { output: { manualChunks: (id) => Chunks.find(([part]) => id.includes(part))?.[1] } },
  },
  server: {
    proxy: { '^/(?!console/(?!manifest\\.json|ext/))': { target: service, changeOrigin: false } },
  },
});
