import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { RequestContext } from '@freeor/site-frame/frame/request-context'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import { staticFiles } from './static-files.ts'

/** Renders a page of one site, or answers one of its static files. */
export type SitePages = {
  page(request: Request, context: RequestContext): Promise<Response>
  file(request: Request): Promise<Response | undefined>
}

export type SiteBuild = {
  load(): Promise<ServerBuild>
  clientDir: string
  mode: 'production' | 'development'
}

type ContextKey = Parameters<RouterContextProvider['set']>[0]

/** The production build of a site in `appDir`. */
export function builtSite(appDir: string): SiteBuild {
  const server = pathToFileURL(join(appDir, 'build', 'server', 'index.js')).href
  let loaded: Promise<ServerBuild> | undefined
  return {
    load: () => {
      loaded ??= import(server) as Promise<ServerBuild>
      return loaded
    },
    clientDir: join(appDir, 'build', 'client'),
    mode: 'production',
  }
}

export function openSite(build: SiteBuild): SitePages {
  // To make one reads all routes of the site, which costs as much as a small page. In development a build is replaced.
  const handlers = new WeakMap<ServerBuild, ReturnType<typeof createRequestHandler>>()
  const handlerOf = (server: ServerBuild) => {
    const handler = handlers.get(server) ?? createRequestHandler(server, build.mode)
    handlers.set(server, handler)
    return handler
  }
  return {
    async page(request, context) {
      const server = await build.load()
      const provider = new RouterContextProvider()
      // The bundle has its own context key; the entry module hands it out so that both sides hold the same one.
      provider.set((server.entry.module as unknown as { requestContext: ContextKey }).requestContext, context)
      return await handlerOf(server)(request, provider)
    },
    file: staticFiles(build.clientDir),
  }
}
