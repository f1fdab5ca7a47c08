import { build, type Plugin } from 'vite'

/** With a zero byte: no other plugin takes it for a file. */
const resolved = '\0virtual:verifier-script'

/** Bundles the script of an offline page into one text, which the page that answers the file imports. */
export const offlineScript = (entry: string): Plugin => {
  let made: Promise<string> | undefined
  return {
    name: 'verifier-script',
    resolveId: { filter: { id: /^virtual:verifier-script$/ }, handler: () => resolved },
    load: {
      filter: { id: /^\0virtual:verifier-script$/ },
      async handler() {
        made ??= bundle(entry)
        return `export default ${JSON.stringify(await made)}`
      },
    },
  }
}

async function bundle(entry: string): Promise<string> {
  const output = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      reportCompressedSize: false,
      // Browsers of the day that these signatures came to: older ones have no Ed25519 anyway.
      target: 'es2022',
      rolldownOptions: { input: entry, output: { format: 'iife' } },
    },
  })
  const [chunk] = [output].flat().flatMap((one) => ('output' in one ? one.output : []))
  if (chunk?.type !== 'chunk') throw new Error('The offline page was not bundled')
  return chunk.code
}
