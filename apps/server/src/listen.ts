import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Limits } from '@freeor/kernel/limiter'
import type { Site } from '@freeor/kernel/site'
import { getRequestListener } from '@hono/node-server'
import { type Config, ConfigError } from './config.ts'
import { clientAddress } from './http/client-address.ts'
import type { Bindings } from './http/env.ts'
import { openRequestLimiter } from './http/request-limiter.ts'
import { type BodyLimits, bodyLimits, closeWhenSlow, serverOptions } from './http/slow-bodies.ts'
import { serverLimits } from './limits.ts'
import { type SiteAddresses, siteAddresses } from './site-addresses.ts'

type Fetch = (request: Request, bindings: Bindings) => Response | Promise<Response>

/** A development server (Vite) that may answer before the application does. */
export type Before = (request: IncomingMessage, response: ServerResponse, next: () => void) => void

export type ListenOptions = {
  readonly before?: Readonly<Partial<Record<Site, Before | undefined>>>
  readonly limits?: BodyLimits
  /** How many reads of all sites run and wait. */
  readonly reads?: Limits
  /** Called for each request that is refused because there are too many. */
  readonly onRefused?: () => void
}

export type Listening = {
  readonly addresses: SiteAddresses
  /** Stops accepting, lets what runs end for `graceMs`, then closes what is left. */
  close(graceMs: number): Promise<void>
}

/** A port a site, one application. Where addresses are configured, the host name tells the sites apart instead. */
export async function listen(
  config: Config,
  fetch: Fetch,
  { before = {}, limits = bodyLimits, reads = serverLimits.reads, onRefused = () => {} }: ListenOptions = {},
): Promise<Listening> {
  const limited = openRequestLimiter(reads, onRefused)
  const hosts = new Map(
    config.sites.flatMap((site) => {
      const { url } = config.addresses[site]
      return url === undefined ? [] : [[new URL(url).host, site] as const]
    }),
  )
  const open = async (site: Site): Promise<Server> => {
    const answer = getRequestListener(
      (request, env) => {
        const { incoming } = env as { incoming: IncomingMessage }
        const { method = '', url = '', headers } = incoming
        const [path = ''] = url.split('?')
        return limited({ method, path, accept: headers.accept }, () =>
          fetch(request, {
            site: hosts.get(headers.host ?? '') ?? site,
            clientAddress: clientAddress(
              incoming.socket.remoteAddress,
              request.headers.get('x-forwarded-for'),
              config.trustedProxies,
            ),
          }),
        )
      },
      { overrideGlobalObjects: false },
    )
    const first = before[site]
    const server = createServer(serverOptions, (request, response) => {
      closeWhenSlow(request, response, limits)
      const go = () => void answer(request, response)
      if (first) first(request, response, go)
      else go()
    })
    await startListening(server, config.addresses[site].port, config.host)
    return server
  }

  const servers = new Map<Site, Server>()
  const close = async (graceMs: number) => {
    await Promise.all([...servers.values()].map((server) => closeServer(server, graceMs)))
  }
  try {
    for (const site of config.sites) servers.set(site, await open(site))
  } catch (error) {
    await close(0)
    throw error
  }
  const urlOf = (site: Site, server: Server) => config.addresses[site].url ?? addressOf(server, config.host)
  const served = Object.fromEntries([...servers].map(([site, server]) => [site, urlOf(site, server)]))
  return { addresses: siteAddresses(served), close }
}

const sockets = new WeakMap<Server, Set<Socket>>()

function startListening(server: Server, port: number, host: string): Promise<void> {
  const open = new Set<Socket>()
  sockets.set(server, open)
  server.on('connection', (socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
  })
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? portTaken(port) : error),
    )
    server.listen(port, host, () => {
      resolve()
    })
  })
}

const portTaken = (port: number) =>
  new ConfigError(`Port ${port} is taken by another program. Set LEADS_PORT and COURSES_PORT to free ones.`)

function addressOf(server: Server, host: string): string {
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const name = ['127.0.0.1', '0.0.0.0', '::', '::1'].includes(host) ? 'localhost' : host
  return `http://${name}:${port}`
}

async function closeServer(server: Server, graceMs: number): Promise<void> {
  if (!server.listening) return
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  // Again and again: a connection that was busy at first is kept for its next request once it has its answer.
  const idle = setInterval(() => server.closeIdleConnections(), 50)
  const timer = setTimeout(() => {
    for (const socket of sockets.get(server) ?? []) socket.destroy()
  }, graceMs)
  await closed
  clearInterval(idle)
  clearTimeout(timer)
}
