import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core'

export type ContextOptions = Pick<
  BrowserContextOptions,
  'viewport' | 'colorScheme' | 'javaScriptEnabled' | 'bypassCSP'
> & {
  /**
   * The visitor sees the map above a table of leads, as everybody does at first. The others have chosen the table alone:
   * drawn without a graphics card, the map costs 2 s of processor time for each page.
   */
  map?: boolean
}

/** What holds one visitor's cookies, stored data and cache. */
export type VisitorContext = {
  readonly context: BrowserContext
  /** Closes the visitor's pages. The next visitor may have the context; `keep: false` ends it, e.g. after a failure. */
  leave(options: { keep: boolean }): Promise<void>
}

export type Contexts = {
  /** @param emptyCache the visitor has never been here: no script of the sites is in the browser's cache */
  open(options: ContextOptions, emptyCache: boolean): Promise<VisitorContext>
}

type Kept = {
  readonly context: BrowserContext
  /** An empty page: with none at all, the context's processes would end. */
  readonly blank: Page
  readonly session: CDPSession
  /** The sites that pages of this context have been on. */
  readonly origins: Set<string>
}

/** What the browser keeps of a site beside cookies, and beside the cache of scripts, which stays. */
const stored = 'file_systems,indexeddb,local_storage,service_workers,cache_storage,storage_buckets'

/** So many contexts wait for a visitor at most: each has processes of its own. */
const mostIdle = 4

/**
 * The contexts of one browser. A new one takes half a second of processor time more until its first page stands than
 * one that was used before, so a visitor takes over that of another who has left, without cookies and stored data.
 */
export function keepContexts(browser: Browser): Contexts {
  const idle: { key: string; kept: Kept }[] = []
  const takeIdle = (key: string): Kept | undefined => {
    const at = idle.findLastIndex((each) => each.key === key)
    return at < 0 ? undefined : idle.splice(at, 1)[0]?.kept
  }
  return {
    async open(options, emptyCache) {
      const key = JSON.stringify(options)
      const waiting = emptyCache ? undefined : takeIdle(key)
      if (waiting) await forgetVisitor(waiting)
      const kept = waiting ?? (await make(browser, options))
      return {
        context: kept.context,
        async leave({ keep }) {
          if (!keep) return await kept.context.close()
          await closePages(kept)
          idle.push({ key, kept })
          if (idle.length > mostIdle) await idle.shift()?.kept.context.close()
        },
      }
    },
  }
}

async function make(browser: Browser, { map = false, ...options }: ContextOptions): Promise<Kept> {
  const context = await browser.newContext({
    acceptDownloads: true,
    reducedMotion: 'reduce',
    permissions: [],
    ...options,
  })
  context.setDefaultTimeout(60_000)
  keepNoConnections(context)
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) =>
      console.error(`Refused by the content security policy: ${event.violatedDirective} ${event.blockedURI}`),
    )
  })
  if (!map)
    await context.addInitScript(() => {
      const key = 'freeor-map-share'
      // Frames of other sites and documents without an origin have no storage.
      if (self !== top || origin === 'null') return
      if (localStorage.getItem(key) === null) localStorage.setItem(key, '0')
    })
  const blank = await context.newPage()
  const origins = new Set<string>()
  context.on('page', (page) => {
    page.on('framenavigated', (frame) => origins.add(new URL(frame.url()).origin))
  })
  return { context, blank, session: await context.newCDPSession(blank), origins }
}

/**
 * Requests that a test sends by itself have a connection each. Playwright would keep one for as long as the context is
 * there, whatever time the server says, and send the next request on it in the moment in which the server closes it.
 */
function keepNoConnections({ request }: BrowserContext): void {
  const fetch = request.fetch.bind(request)
  request.fetch = async (url, options) =>
    await fetch(url, { ...options, headers: { ...options?.headers, connection: 'close' } })
}

async function closePages({ context, blank }: Kept): Promise<void> {
  const pages = context.pages().filter((page) => page !== blank)
  for (const page of pages) {
    // A page whose quiz was just opened by a form without script never said that it was closed, one time in five.
    await page.waitForLoadState()
    await page.close()
  }
}

async function forgetVisitor({ context, session, origins }: Kept): Promise<void> {
  await context.setOffline(false)
  await context.clearCookies()
  for (const origin of origins)
    if (origin !== 'null') await session.send('Storage.clearDataForOrigin', { origin, storageTypes: stored })
  origins.clear()
}
