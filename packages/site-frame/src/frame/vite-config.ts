import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

/** How a site is built, and served while it is written: the default export of its `vite.config.ts`. */
export const siteConfig = defineConfig(({ command }) => ({
  cacheDir: '.cache/vite',
  plugins: [reactRouter()],
  // When these are bundled, a server reads only what it uses of them at its start. In development Node reads them as
  // they are: transforming their seven hundred files takes longer than the rest of the first page.
  ssr: command === 'build' ? { noExternal: [/^@mantine\//, /^@tabler\//] } : {},
  server: { warmup: { clientFiles: ['app/entry.client.tsx', 'app/root.tsx'] } },
  build: { assetsInlineLimit: 0, chunkSizeWarningLimit: 1500, reportCompressedSize: false },
}))
