import { findKeyCaller, readApiKey } from '@freeor/accounts/api-keys/queries'
import { clientNetwork } from '@freeor/accounts/client-network'
import { findSession } from '@freeor/accounts/sessions/queries'
import { anonymous } from '@freeor/kernel/actor'
import { AppError } from '@freeor/kernel/errors'
import { newId } from '@freeor/kernel/ids'
import { type Site, sites } from '@freeor/kernel/site'
import { type Context, Hono, type Next } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { compress } from 'hono/compress'
import { operationsOf, sharedOperations } from './api/operations.ts'
import type { Composed } from './compose.ts'
import type { Deps } from './deps.ts'
import { openAllowedMethods } from './http/allowed-methods.ts'
import { mountDocs } from './http/docs.ts'
import { mountDocuments } from './http/document-site.ts'
import type { HttpEnv } from './http/env.ts'
import { inProcessFetch } from './http/in-process-fetch.ts'
import { loggedPath } from './http/logged-path.ts'
import { type Mounting, mountOperation } from './http/mount.ts'
import { openApiDocument } from './http/openapi.ts'
import { requireOwnOrigin } from './http/origin.ts'
import { problemResponse, toProblem } from './http/problem.ts'
import { createRateLimiter } from './http/rate-limit.ts'
import {
  cardFormSources,
  contentSecurityPolicy,
  headersOf,
  humanCheckSources,
  newNonce,
} from './http/security-headers.ts'
import { openServerErrors } from './http/server-errors.ts'
import type { SitePages } from './http/site-pages.ts'
import { serverRates } from './limits.ts'
import { otherRequests } from './metrics/open-metrics.ts'
import { hasToken, metricsPath, writeMetrics } from './metrics/serve-metrics.ts'

export type AppOptions = {
  /** Of each site that is served. */
  pages: Readonly<Partial<Record<Site, SitePages>>>
  /** The build of the documents. */
  documentsDir?: string
  isDevelopment?: boolean
  /** An answer that does not fit its contract is an error: in tests, and in development. Otherwise it is only logged. */
  requiresContracts?: boolean
  /** Whoever has it may read the metrics here; without one nobody may. */
  metricsToken?: string | undefined
  /** True once the process drains: new work is refused so that what runs can end. */
  isDraining?: () => boolean
}

type App = Hono<HttpEnv>

/** What all sites share, and the sites that are served. */
export type Served = Pick<Composed, 'deps' | 'sites'>

/**
 * The whole HTTP surface: API and both sites. Never listens, so tests call `app.request()` and a page's loader
 * calls `app.fetch` in process. The order here is the order a request passes.
 */
export function createApp(composed: Served, options: AppOptions): App {
  const { deps } = composed
  const app = new Hono<HttpEnv>()
  identify(app, composed)
  protect(app, deps, options)
  const keepError = openErrorKeeping(deps)
  mountApi(app, composed, {
    requiresContracts: options.requiresContracts ?? options.isDevelopment ?? false,
    onBrokenContract: (broken, c) => keepError(broken, c, 'an answer does not fit its contract'),
  })
  mountMetrics(app, deps, options)
  if (options.documentsDir !== undefined) mountDocuments(app, options.documentsDir)
  mountPages(app, composed, options)
  app.onError((error, c) => {
    const { isExpected, problem } = toProblem(error, c.get('requestId'))
    if (problem.status === 429) deps.metrics.countRefusal(c.get('operation'))
    if (!isExpected) keepError(error, c, 'request failed')
    // Expected, but no answer says what was out of reach and why.
    else if (problem.status === 503)
      c.get('log').warn({ err: error, path: loggedPath(c.req.path) }, 'not available')
    return problemResponse(error, c.get('requestId'))
  })
  return app
}

/** Logs an unexpected error and keeps it in the error log, with the request it happened in. */
function openErrorKeeping(deps: Deps): (error: unknown, c: Context<HttpEnv>, message: string) => void {
  const keep = openServerErrors(deps)
  return (error, c, message) => {
    c.get('log').error({ err: error, path: loggedPath(c.req.path) }, message)
    keep({
      error,
      path: loggedPath(c.req.path),
      device: c.req.header('user-agent') ?? '',
      requestId: c.get('requestId'),
      site: c.get('site'),
      caller: c.get('caller'),
    })
  }
}

/** Request id, log line, client address. */
function identify(app: App, { deps, sites }: Served): void {
  const [first] = sites
  if (first === undefined) throw new Error('No site is served')
  app.use(async (c, next) => {
    const requestId = newId('req')
    c.set('requestId', requestId)
    c.set('clientAddress', c.env?.clientAddress ?? 'unknown')
    c.set('site', c.env?.site ?? first.module.name)
    c.set('log', deps.log.child({ requestId }))
    c.set('operation', otherRequests.none)
    const started = performance.now()
    await traced(deps, c, next)
    // On the headers themselves: through c.header each name would make a new response.
    c.res.headers.set('x-request-id', requestId)
    const took = Math.round(performance.now() - started)
    const { method } = c.req
    const { status } = c.res
    deps.metrics.countRequest({ operation: c.get('operation'), method, status, seconds: took / 1000 })
    // The path only: a query string may hold what a person searched for, or a token.
    const path = loggedPath(c.req.path)
    c.get('log').info({ method, path, status, took, ...c.get('told') }, 'request')
  })
}

/** The request as a span, where anything is traced. What it is called is known at the end. */
async function traced({ tracing }: Deps, c: Context<HttpEnv>, next: Next): Promise<void> {
  if (!tracing) return await next()
  const { method } = c.req
  const attributes = {
    'http.request.method': method,
    'freeor.request_id': c.get('requestId'),
    'freeor.site': c.get('site'),
  }
  await tracing.inSpan({ name: 'request', kind: 'request', attributes }, async (describe) => {
    await next()
    const operation = c.get('operation')
    const { status } = c.res
    describe({
      name: `${method} ${operation}`,
      attributes: { 'freeor.operation': operation, 'http.response.status_code': status },
      isError: status >= 500,
    })
  })
}

function protect(app: App, deps: Deps, options: AppOptions): void {
  const perClient = createRateLimiter(serverRates.calls, deps.clock)
  const { addresses } = deps
  const fixed = new Map(sites.map((site) => [site, headersOf(addresses.of(site))]))
  app.use(async (c, next) => {
    await next()
    const { headers } = c.res
    for (const [name, value] of Object.entries(fixed.get(c.get('site')) ?? {}))
      if (!headers.has(name)) headers.set(name, value)
  })
  app.use(compress())
  app.use(async (c, next) => {
    if (options.isDraining?.() && c.req.path !== '/api/health')
      throw new AppError('unavailable', 'Freeor is restarting. Please try again in a moment.', {
        details: { retryAfter: 5 },
      })
    requireOwnOrigin(c.req.raw, addresses.origins)
    await next()
  })
  for (const path of ['/api/*', '/openapi.json'])
    app.use(path, async (c, next) => {
      if (c.req.path !== '/api/health' && !c.env?.isCounted) perClient(clientNetwork(c.get('clientAddress')))
      await next()
    })
}

/** Refuses a body before it is read into memory. Operations count their own; uploads are streams. */
const atMost = (maxSize: number) =>
  bodyLimit({
    maxSize,
    onError: () => {
      throw new AppError('payload_too_large', `This request may hold at most ${maxSize / 1024} KB.`)
    },
  })

function mountApi(app: App, { deps, sites: served }: Served, mounting: Mounting): void {
  app.use('/api/*', async (c, next) => {
    const { headers } = c.req.raw
    const key = readApiKey(headers)
    const find = () => (key ? findKeyCaller(deps.auth, key) : findSession(deps.auth, headers))
    const caller = await (c.env?.callerOnce?.(find) ?? find())
    c.set('caller', caller)
    c.set('actor', caller?.actor ?? anonymous)
    await next()
  })
  const modules = served.map(({ module }) => module)
  for (const operation of sharedOperations(modules)) mountOperation(app, operation, deps, mounting)
  for (const site of served)
    for (const operation of site.module.operations) mountOperation(app, operation, site.deps, mounting)
  const operations = operationsOf(modules)
  mountDocs(app, () => openApiDocument(operations, deps.version))
  const allowedAt = openAllowedMethods([
    ...operations,
    { method: 'get', path: '/api/docs' },
    { method: 'get', path: '/openapi.json' as '/api/' },
  ])
  for (const path of ['/api/*', '/openapi.json'])
    app.all(path, (c) => {
      const allow = allowedAt(c.req.path)
      if (allow !== undefined) throw methodNotAllowed(allow)
      throw new AppError('not_found', 'There is no such call.')
    })
}

/** At the ports of the sites. For whoever has no token there is no such path. */
function mountMetrics(app: App, deps: Deps, { metricsToken: token }: AppOptions): void {
  if (token === undefined) return
  app.get(metricsPath, async (c, next) => {
    if (!hasToken(c.req.header('authorization'), token)) return await next()
    c.set('operation', otherRequests.metrics)
    return await writeMetrics(deps)
  })
}

const methodNotAllowed = (allow: string) =>
  new AppError('method_not_allowed', `Only ${allow} can be asked for here.`, { details: { allow } })

/** A page is rendered, or one of its forms is sent. */
const pageMethods = ['GET', 'HEAD', 'POST']

function mountPages(app: App, { deps, sites }: Served, options: AppOptions): void {
  const services = [
    cardFormSources(deps.billing.provider.browser()),
    humanCheckSources(deps.humanCheck.widget),
  ]
  app.all('*', atMost(1024 * 1024), async (c) => {
    if (!pageMethods.includes(c.req.method)) throw methodNotAllowed(pageMethods.join(', '))
    const name = c.get('site')
    const site = options.pages[name]
    if (!site) throw new AppError('not_found', 'This site is not served here.')
    const file = c.req.method === 'GET' || c.req.method === 'HEAD' ? await site.file(c.req.raw) : undefined
    c.set('operation', file ? otherRequests.file : otherRequests.page)
    if (file) return file
    const own = sites.flatMap(({ module }) => (module.name === name ? (module.contentSources ?? []) : []))
    const nonce = newNonce()
    const page = await site.page(c.req.raw, {
      apiFetch: inProcessFetch((request, bindings) => app.fetch(request, bindings), c),
      nonce,
      requestId: c.get('requestId'),
      supportEmail: deps.supportEmail,
      siteUrl: deps.addresses.of(c.get('site')),
      siteUrls: deps.addresses.served,
    })
    const response = new Response(page.body, page)
    // A page and its data are one person's: nobody in between may keep them, nor this browser after the logout.
    if (!response.headers.has('cache-control'))
      response.headers.set(
        'cache-control',
        c.req.header('cookie') ? 'private, no-store' : 'private, no-cache',
      )
    response.headers.set(
      'content-security-policy',
      contentSecurityPolicy(nonce, options.isDevelopment ?? false, [...services, ...own]),
    )
    return response
  })
}
