import type { ServerBuild } from 'react-router'
import { createServer } from 'vite'
import type { Before } from '../listen.ts'
import type { SiteName } from './env.ts'
import type { SiteBuild } from './sites.ts'

const HMR_PORT: Record<SiteName, number> = { leads: 24_601, courses: 24_602 }

/** A site from its sources, with hot reload: Vite answers modules, we render pages. */
export async function developmentSite(
  appDir: string,
  site: SiteName,
): Promise<{ build: SiteBuild; before: Before; close: () => Promise<void> }> {
  const vite = await createServer({
    root: appDir,
    server: { middlewareMode: true, hmr: { port: HMR_PORT[site] } },
    appType: 'custom',
  })
  return {
    build: {
      load: async () => (await vite.ssrLoadModule('virtual:react-router/server-build')) as ServerBuild,
      clientDir: `${appDir}/public`,
      mode: 'development',
    },
    before: (request, response, next) => vite.middlewares(request, response, next),
    close: () => vite.close(),
  }
}
