import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  cacheDir: '.cache/vite',
  plugins: [reactRouter()],
  // The icon package is one module per icon behind one index: bundled, only those in use are read at the start.
  ssr: { noExternal: [/^@mantine\//, /^@tabler\//] },
  build: { assetsInlineLimit: 0, chunkSizeWarningLimit: 1500 },
})
