import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import { reactRouter } from '@react-router/dev/vite'
import type { ConfigEnv, Plugin, UserConfig } from 'vite'
import { frameScript, type OwnScripts } from './frame-script.ts'

const toBrotli = promisify(brotliCompress)

/**
 * Puts a compressed copy beside each script and style of the browser's half, as small as Brotli can make it: that takes
 * too long for a first request, and sends 7 % less than what the server would make itself.
 */
const compressedCopies = (): Plugin => ({
  name: 'freeor:compressed-copies',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  async writeBundle({ dir = '' }, bundle) {
    const texts = Object.values(bundle).filter(({ fileName }) => /\.(js|css)$/.test(fileName))
    await Promise.all(
      texts.map(async (file) => {
        const text = file.type === 'chunk' ? file.code : file.source
        // Brotli's own default is its highest quality.
        await writeFile(join(dir, `${file.fileName}.br`), await toBrotli(text))
      }),
    )
  },
})

/** How a site is built, and served while it is written: the default export of its `vite.config.ts`. */
export const siteConfig = ({ command }: ConfigEnv, own: OwnScripts = {}): UserConfig => ({
  cacheDir: '.cache/vite',
  plugins: [reactRouter(), frameScript(own), compressedCopies()],
  // When these are bundled, a server reads only what it uses of them at its start. In development Node reads them as
  // they are: transforming their seven hundred files takes longer than the rest of the first page. The package of the
  // kernel's cache is there in several versions, and from the build's folder another one is found.
  ssr: command === 'build' ? { noExternal: [/^@mantine\//, /^@tabler\//, 'lru-cache'] } : {},
  server: { warmup: { clientFiles: ['app/entry.client.tsx', 'app/root.tsx'] } },
  build: { assetsInlineLimit: 0, chunkSizeWarningLimit: 1500, reportCompressedSize: false },
})
