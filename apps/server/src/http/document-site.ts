import { createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import type { Context, Hono } from 'hono'
import { otherRequests } from '../metrics/open-metrics.ts'
import type { HttpEnv } from './env.ts'
import { contentSecurityPolicy, newNonce } from './security-headers.ts'
import { heldText, staticFiles } from './static-files.ts'

/** Where the documents are, on each site. */
const base = '/docs'

/** The hashes of the scripts that stand in a page of the build: the policy allows these texts and no other. */
function scriptHashes(html: string): string[] {
  const texts = [...html.matchAll(/<script(?:\s+id="[\w-]+")?>([\s\S]*?)<\/script>/g)].map(([, text]) => text)
  return texts.map(
    (text) =>
      `'sha256-${createHash('sha256')
        .update(text ?? '')
        .digest('base64')}'`,
  )
}

type DocumentPage = { readonly hashes: readonly string[]; answer(request: Request): Promise<Response> }

async function readPage(path: string): Promise<DocumentPage> {
  const html = await readFile(path, 'utf8')
  return { hashes: scriptHashes(html), answer: heldText(html, 'text/html; charset=utf-8') }
}

/** The addresses of a build's pages, without `.html`, as the generator links them: `/`, `/api`, `/decisions/001-…`. */
function listPages(folder: string): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const pages = files.filter((name) => name.endsWith('.html'))
  return new Map(
    pages.map((name) => [
      `/${name.split(sep).join('/')}`.replace(/(?:index)?\.html$/, ''),
      join(folder, name),
    ]),
  )
}

/**
 * The documents at `/docs` of every site, from the build in `folder`. Where there is no build, as in development, there
 * is no such page.
 */
export function mountDocuments(app: Hono<HttpEnv>, folder: string): void {
  if (!existsSync(folder)) return
  const paths = listPages(folder)
  const held = new Map<string, Promise<DocumentPage>>()
  const file = staticFiles(folder)
  const pageAt = (address: string): Promise<DocumentPage> | undefined => {
    const path = paths.get(address)
    if (path === undefined) return undefined
    const page = held.get(address) ?? readPage(path)
    held.set(address, page)
    return page
  }
  const send = async (c: Context<HttpEnv>, page: DocumentPage, status?: 404) => {
    c.set('operation', otherRequests.page)
    const found = await page.answer(c.req.raw)
    const answer = status ? new Response(found.body, { status, headers: found.headers }) : found
    const scripts = { scriptSrc: page.hashes, frameSrc: [], connectSrc: [] }
    answer.headers.set('content-security-policy', contentSecurityPolicy(newNonce(), false, [scripts]))
    return answer
  }
  app.get(base, (c) => c.redirect(`${base}/`, 301))
  app.get(`${base}/*`, async (c, next) => {
    const address = c.req.path.slice(base.length)
    const page = await pageAt(address)
    if (page) return await send(c, page)
    const found = await file(new Request(new URL(address.replace(/^\/+/, '/'), c.req.url), c.req.raw))
    if (found) {
      c.set('operation', otherRequests.file)
      return found
    }
    const missing = await pageAt('/404')
    return missing ? await send(c, missing, 404) : await next()
  })
}
