import type { Site } from '@freeor/kernel/site'
import { siteTitles } from '@freeor/kernel/site'
import type { Config } from '../config.ts'
import type { SiteAddresses } from '../site-addresses.ts'
import { type Command, withOptions } from './command.ts'

const usage = `Usage: npm start            (production build)
       npm run dev          (hot reload)

Starts the engines on FREEOR_DATA, migrates, fills the sample data at the first start and serves both sites.
`

/** `freeor serve`: what `npm start` ends in. */
export const command: Command = {
  run: (args, readConfig) =>
    withOptions({ args, options: { dev: { type: 'boolean' } }, usage }, async (values) => {
      const config = readConfig()
      const { lockDataFolder } = await import('@freeor/postgres/data-folder')
      // The refusal of a second start must not wait until the whole server is loaded.
      await (await lockDataFolder(config.dataDir)).release()
      return await serve(config, values.dev === true)
    }),
}

const DRAIN_MS = 10_000

async function serve(config: Config, isDevelopment: boolean): Promise<number> {
  const say = (text: string) => process.stdout.write(`${text}\n`)
  const stopping = new AbortController()
  const stopped = new Promise<void>((resolve) => stopping.signal.addEventListener('abort', () => resolve()))
  // A signal to the whole group comes twice, from the sender and from `npm start`, which passes it on. The second one
  // must not end the process before its engines have ended.
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(name, () => {
      if (stopping.signal.aborted) return
      say(name === 'SIGINT' ? '\nStopping ...' : 'Stopping ...')
      stopping.abort()
    })
  const { startServer } = await import('../server.ts')
  const starting = startServer(config, { isDevelopment, say, stopping: stopping.signal })
  const server = await starting.catch((error: unknown) => {
    if (!stopping.signal.aborted) throw error
    // The engines have ended. What the start was doing fails without them, or would keep the process for nothing.
    process.exit(0)
  })
  say(describeAddresses(config.sites, server.addresses))
  say('Ready. Press Ctrl+C to stop.')
  await stopped
  await server.stop(DRAIN_MS)
  return 0
}

function describeAddresses(served: readonly Site[], { of, origins }: SiteAddresses): string {
  const lines = [...served.map((site) => [siteTitles[site], of(site)]), ['API', `${origins[0]}/api/docs`]]
  return `\n${lines.map(([name = '', url]) => `${name.padEnd(9)}${url}`).join('\n')}\n`
}
