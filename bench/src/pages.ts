import { get } from 'node:http'
import { gzipSync } from 'node:zlib'
import type { ProductionServer } from './server/server.ts'
import type { BenchSystem } from './system.ts'
import { say, table } from './table.ts'

/** The scripts that a page names in its HTML: its own, and those that the browser loads ahead. */
const scriptTag = /<(?:script[^>]+src|link[^>]+rel="modulepreload"[^>]+href)="([^"]+)"/g
const inlineScript = /<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g
const KIB = 1024

type Page = { readonly site: string; readonly url: string; readonly path: string; readonly cookie?: string }

/** Compressed kilobytes of script that the first view of each page loads, as the server sends them to a browser. */
export async function benchPages(system: BenchSystem): Promise<void> {
  const server = await system.server()
  const lines: string[][] = []
  for (const page of await pagesOf(server)) {
    const html = await fetchText(page, page.path)
    const scripts = new Set([...html.text.matchAll(scriptTag)].map(([, path]) => path ?? ''))
    let sent = 0
    let plain = 0
    for (const path of scripts) {
      const script = await fetchText(page, path)
      sent += script.sentBytes
      plain += script.text.length
    }
    const inline = [...html.text.matchAll(inlineScript)].map(([, text]) => text ?? '').join('')
    lines.push([
      `${page.site} ${page.path}`,
      String(html.status),
      `${scripts.size}`,
      `${(sent / KIB).toFixed(1)} KiB`,
      `${(plain / KIB).toFixed(0)} KiB`,
      `${(gzipSync(inline).length / KIB).toFixed(1)} KiB`,
      `${(html.sentBytes / KIB).toFixed(1)} KiB`,
    ])
  }
  say('\nScript that a first view loads (br or gzip, as sent)\n')
  say(table(['page', 'status', 'files', 'script sent', 'unpacked', 'inline (gzip)', 'HTML sent'], lines))
}

async function pagesOf(server: ProductionServer): Promise<Page[]> {
  const login = server.logins.find(({ site }) => site === 'leads')
  const cookie = login === undefined ? '' : (await server.signIn(login)).cookie
  return [
    { site: 'leads', url: server.leadsUrl, path: '/' },
    { site: 'leads', url: server.leadsUrl, path: '/login' },
    { site: 'leads', url: server.leadsUrl, path: '/search', cookie },
    ...['/', '/reading-list', '/about', '/course/crs_introduction/lesson/1', '/login'].map((path) => ({
      ...{ site: 'courses', url: server.coursesUrl, path },
    })),
  ]
}

/** Counts the bytes on the wire; `fetch` would give only the unpacked ones. */
async function fetchText({ url, cookie }: Page, path: string) {
  const headers = { 'accept-encoding': 'br, gzip', accept: 'text/html', ...(cookie ? { cookie } : {}) }
  const sentBytes = await new Promise<number>((resolve, reject) => {
    get(new URL(path, url), { headers }, (reply) => {
      let bytes = 0
      reply.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      reply.on('end', () => resolve(bytes))
      reply.on('error', reject)
    }).on('error', reject)
  })
  const reply = await fetch(new URL(path, url), { headers })
  return { sentBytes, text: await reply.text(), status: reply.status }
}
