import { type Site, sites } from '@freeor/kernel/site'
import type { ServerBuild } from 'react-router'
import { createServer } from 'vite'
import type { Before } from '../listen.ts'
import type { SiteBuild } from './site-pages.ts'

/** A port of its own for each site. */
const hmrPortOf = (site: Site): number => 24_601 + sites.indexOf(site)

/**
 * Does the work and removes the listeners for the end of this process that it added. React Router's plugin opens Vite
 * servers of its own next to ours. Such a server ends the process on SIGTERM as soon as it is closed itself, before
 * PostgreSQL is stopped and the data folder is released.
 */
async function withoutExitListeners<T>(work: () => Promise<T>): Promise<T> {
  const watched: [NodeJS.EventEmitter, string][] = [
    [process, 'SIGTERM'],
    [process.stdin, 'end'],
  ]
  const before = watched.map(([emitter, event]) => new Set(emitter.listeners(event)))
  try {
    return await work()
  } finally {
    for (const [i, [emitter, event]] of watched.entries())
      for (const listener of emitter.listeners(event))
        if (!before[i]?.has(listener)) emitter.off(event, listener as () => void)
  }
}

/** A site from its sources, with hot reload: Vite answers modules, we render pages. */
export async function developmentSite(
  appDir: string,
  site: Site,
): Promise<{ build: SiteBuild; before: Before; close: () => Promise<void> }> {
  const vite = await withoutExitListeners(() =>
    createServer({
      root: appDir,
      server: { middlewareMode: true, ws: { port: hmrPortOf(site) } },
      appType: 'custom',
    }),
  )
  const load = async () => (await vite.ssrLoadModule('virtual:react-router/server-build')) as ServerBuild
  // Started while the engines start, so that the first page does not wait for it. The next request gets its error.
  load().catch(() => undefined)
  return {
    build: {
      load,
      clientDir: `${appDir}/public`,
      mode: 'development',
    },
    before: (request, response, next) => vite.middlewares(request, response, next),
    close: () => vite.close(),
  }
}
