import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { type Config, ConfigError } from './config.ts'
import { clientAddress } from './http/client-address.ts'
import type { Bindings, SiteName } from './http/env.ts'
import { type BodyLimits, bodyLimits, closeWhenSlow, serverOptions } from './http/slow-bodies.ts'

type Fetch = (request: Request, bindings: Bindings) => Response | Promise<Response>

/** A development server (Vite) that may answer before the application does. */
export type Before = (request: IncomingMessage, response: ServerResponse, next: () => void) => void

export type Listening = {
  leadsUrl: string
  coursesUrl: string
  /** Stops accepting, lets what runs end for `graceMs`, then closes what is left. */
  close(graceMs: number): Promise<void>
}

/** Two ports, one application. With LEADS_URL and COURSES_URL set, the host name tells the sites apart instead. */
export async function listen(
  config: Config,
  fetch: Fetch,
  before: Record<SiteName, Before | undefined>,
  limits: BodyLimits = bodyLimits,
): Promise<Listening> {
  const hostOf = (url: string | undefined) => (url ? new URL(url).host : undefined)
  const hosts = { leads: hostOf(config.leads.url), courses: hostOf(config.courses.url) }
  const siteFor = (port: SiteName, host: string | undefined): SiteName =>
    host === hosts.courses && hosts.courses ? 'courses' : host === hosts.leads && hosts.leads ? 'leads' : port

  const open = async (site: SiteName, port: number) => {
    const answer = getRequestListener(
      (request, env) =>
        fetch(request, {
          site: siteFor(site, request.headers.get('host') ?? undefined),
          clientAddress: clientAddress(
            (env as { incoming: IncomingMessage }).incoming.socket.remoteAddress,
            request.headers.get('x-forwarded-for'),
            config.trustedProxies,
          ),
        }),
      { overrideGlobalObjects: false },
    )
    const first = before[site]
    const server = createServer(serverOptions, (request, response) => {
      closeWhenSlow(request, response, limits)
      const go = () => void answer(request, response)
      if (first) first(request, response, go)
      else go()
    })
    await startListening(server, port, config.host)
    return server
  }

  const leads = await open('leads', config.leads.port)
  const courses = await open('courses', config.courses.port).catch(async (error) => {
    leads.close()
    throw error
  })
  return {
    leadsUrl: config.leads.url ?? addressOf(leads, config.host),
    coursesUrl: config.courses.url ?? addressOf(courses, config.host),
    close: async (graceMs) => {
      await Promise.all([closeServer(leads, graceMs), closeServer(courses, graceMs)])
    },
  }
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
  server.closeIdleConnections()
  const timer = setTimeout(() => {
    for (const socket of sockets.get(server) ?? []) socket.destroy()
  }, graceMs)
  await closed
  clearTimeout(timer)
}
