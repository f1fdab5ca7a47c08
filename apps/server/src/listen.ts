import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Site } from '@freeor/kernel/site'
import { getRequestListener } from '@hono/node-server'
import { type Config, ConfigError } from './config.ts'
import { clientAddress } from './http/client-address.ts'
import type { Bindings } from './http/env.ts'
import { type Asked, openRequestLimiter, type RequestLimits } from './http/request-limiter.ts'
import { type BodyLimits, bodyLimits, closeWhenSlow, serverOptions } from './http/slow-bodies.ts'
import { serverLimits, writesWhenFull } from './limits.ts'
import { type SiteAddresses, siteAddresses } from './site-addresses.ts'

const requestLimits: RequestLimits = { reads: serverLimits.reads, writesWhenFull }

type Fetch = (request: Request, bindings: Bindings) => Response | Promise<Response>

/** A development server (Vite) that may answer before the application does. */
export type Before = (request: IncomingMessage, response: ServerResponse, next: () => void) => void

export type ListenOptions = {
  readonly before?: Readonly<Partial<Record<Site, Before | undefined>>>
  readonly limits?: BodyLimits
  /** How many requests of all sites run and wait. */
  readonly requests?: RequestLimits
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
  { before = {}, limits = bodyLimits, requests = requestLimits, onRefused = () => {} }: ListenOptions = {},
): Promise<Listening> {
  const limiter = openRequestLimiter(requests, onRefused)
  const hosts = new Map(
    config.sites.flatMap((site) => {
      const { url } = config.addresses[site]
      return url === undefined ? [] : [[new URL(url).host, site] as const]
    }),
  )
  const serverOf = (site: Site): (() => Server) => {
    const answer = getRequestListener(
      (request, env) => {
        const { incoming } = env as { incoming: IncomingMessage }
        return limiter.run(askedBy(incoming), () =>
          fetch(request, {
            site: hosts.get(incoming.headers.host ?? '') ?? site,
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
    return () =>
      createServer(serverOptions, (request, response) => {
        closeWhenSlow(request, response, limits)
        const go = () => {
          if (!limiter.refuse(askedBy(request), response)) void answer(request, response)
        }
        if (first) first(request, response, go)
        else go()
      })
  }

  const servers = new Map<Site, Server[]>(config.sites.map((site) => [site, []]))
  const close = async (graceMs: number) => {
    await Promise.all([...servers.values()].flat().map((server) => closeServer(server, graceMs)))
  }
  try {
    for (const [site, own] of servers)
      await openListeners(own, serverOf(site), { port: config.addresses[site].port, host: config.host })
  } catch (error) {
    await close(0)
    throw error
  }
  const urlOf = (site: Site, [server]: Server[]) =>
    config.addresses[site].url ?? addressOf(server, config.host)
  const served = Object.fromEntries([...servers].map(([site, own]) => [site, urlOf(site, own)]))
  return { addresses: siteAddresses(served), close }
}

/**
 * Connections that the system holds until this process takes them, where the system allows so many. One that finds no room
 * is lost without a word: whoever opened it tries again after a second, then after ever longer, up to two minutes. Node's
 * own number, 511, is used up by half a second of a busy event loop.
 */
const PENDING_CONNECTIONS = 4_096

function askedBy({ method = '', url = '', headers }: IncomingMessage): Asked {
  const [path = ''] = url.split('?')
  return { method, path, accept: headers.accept }
}

const sockets = new WeakMap<Server, Set<Socket>>()

/**
 * Sockets that listen on each port. A socket gives one connection each time the event loop comes round, so that a busy process
 * takes a few dozen a second from one of them; the others wait for a minute, whatever is refused meanwhile. Only Linux
 * shares the connections of a port between sockets.
 */
const LISTENERS = process.platform === 'linux' ? 16 : 1

type Address = { readonly port: number; readonly host: string }

/** Adds the servers to `servers` one by one, so that those are closed that listen when another one fails. */
async function openListeners(servers: Server[], create: () => Server, address: Address): Promise<void> {
  const isShared = LISTENERS > 1
  if (isShared && address.port !== 0) await requireFree(create(), address)
  for (let { port } = address; servers.length < LISTENERS; port = portOf(servers[0])) {
    const server = create()
    servers.push(server)
    await startListening(server, { ...address, port, reusePort: isShared })
  }
}

/** A port that another Freeor has is taken, although that one would share it. @throws ConfigError */
async function requireFree(server: Server, address: Address): Promise<void> {
  await startListening(server, address)
  await closeServer(server, 0)
}

function portOf(server: Server | undefined): number {
  const address = server?.address()
  return typeof address === 'object' && address ? address.port : 0
}

function startListening(server: Server, options: Address & { readonly reusePort?: boolean }): Promise<void> {
  const open = new Set<Socket>()
  sockets.set(server, open)
  server.on('connection', (socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
  })
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? portTaken(options.port) : (hostRefused(options, error) ?? error)),
    )
    server.listen({ ...options, backlog: PENDING_CONNECTIONS }, () => {
      resolve()
    })
  })
}

const portTaken = (port: number) =>
  new ConfigError(`Port ${port} is taken by another program. Set LEADS_PORT and COURSES_PORT to free ones.`)

/** A host that is no address of this machine, or a port below 1024 that needs a right. */
const hostRefused = ({ host, port }: Address, { code = '' }: NodeJS.ErrnoException) =>
  ['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL', 'EACCES', 'EINVAL'].includes(code)
    ? new ConfigError(
        `This process cannot listen at ${host}, port ${port} (${code}). Set FREEOR_HOST to an address of this machine, and LEADS_PORT and COURSES_PORT to ports that it may open.`,
      )
    : undefined

function addressOf(server: Server | undefined, host: string): string {
  const name = ['127.0.0.1', '0.0.0.0', '::', '::1'].includes(host) ? 'localhost' : host
  return `http://${name}:${portOf(server)}`
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
