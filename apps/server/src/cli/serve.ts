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
  const { startServer } = await import('../server.ts')
  const say = (text: string) => process.stdout.write(`${text}\n`)
  const server = await startServer(config, { isDevelopment, say })
  say(describeAddresses(config.sites, server.addresses))
  say('Ready. Press Ctrl+C to stop.')
  // A signal to the whole group comes twice, from the sender and from `npm start`, which passes it on. The second one
  // must not end the process before its engines have ended.
  const signal = await new Promise<string>((resolve) => {
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => resolve(name))
  })
  say(signal === 'SIGINT' ? '\nStopping ...' : 'Stopping ...')
  await server.stop(DRAIN_MS)
  return 0
}

function describeAddresses(served: readonly Site[], { of, origins }: SiteAddresses): string {
  const lines = [...served.map((site) => [siteTitles[site], of(site)]), ['API', `${origins[0]}/api/docs`]]
  return `\n${lines.map(([name = '', url]) => `${name.padEnd(9)}${url}`).join('\n')}\n`
}
