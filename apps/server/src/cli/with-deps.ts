import type { Site } from '@freeor/kernel/site'
import pino from 'pino'
import { composeDeps } from '../compose.ts'
import type { Config } from '../config.ts'
import type { Deps } from '../deps.ts'
import type { Engines } from '../engines.ts'
import { siteAddresses } from '../site-addresses.ts'

/** With accounts as the server composes them, so that a new company gets what every new company gets. */
export async function withDeps<T>(
  { engines, config }: { readonly engines: Engines; readonly config: Config },
  work: (deps: Deps) => Promise<T>,
): Promise<T> {
  const urlOf = (site: Site) =>
    config.addresses[site].url ?? `http://localhost:${config.addresses[site].port}`
  const { deps, close } = await composeDeps(config, engines, {
    log: pino({ level: 'silent' }),
    addresses: siteAddresses(Object.fromEntries(config.sites.map((site) => [site, urlOf(site)]))),
  })
  try {
    return await work(deps)
  } finally {
    await close(2000)
  }
}
