import { join } from 'node:path'
import type { Site } from '@freeor/kernel/site'
import { createApp } from '../app.ts'
import { builtSite, openSite } from '../http/site-pages.ts'
import { CookieJar } from './cookie-jar.ts'
import type { Person } from './people.ts'
import type { TestSystem } from './test-system.ts'

const apps = join(import.meta.dirname, '..', '..', '..')

export type Page = {
  readonly status: number
  /** Where the answer sends the browser; null for a page. */
  readonly location: string | null
  readonly html: string
}

/** Somebody at a browser without script: pages, forms and cookies. */
export type Browser = {
  open(path: string): Promise<Page>
  /** Sends a form of the page at `path`, as plain HTML does: in parts where a file is among its fields. */
  submit(path: string, fields: Readonly<Record<string, string | File>>): Promise<Page>
  /** Sends a body as a program does that names no origin. */
  post(path: string, body: URLSearchParams): Promise<Page>
}

export type Visit = { site: Site; address: string }

/** The system's application with the sites as they are built; each call opens a browser of its own. */
export function openPages(system: TestSystem): (visit: Visit) => Browser {
  const site = (name: Site) => openSite(builtSite(join(apps, `${name}-site`)))
  const app = createApp(system.composed, { pages: { leads: site('leads'), courses: site('courses') } })
  return ({ site: name, address: clientAddress }) => {
    const jar = new CookieJar()
    const origin = system.deps.addresses.of(name)
    const ask = async (path: string, init: RequestInit = {}): Promise<Page> => {
      const url = new URL(path, origin)
      const headers = new Headers(init.headers)
      const cookie = jar.header(url)
      if (cookie !== '') headers.set('cookie', cookie)
      const response = await app.fetch(new Request(url, { ...init, headers }), { clientAddress, site: name })
      jar.take(url, response.headers)
      const { status } = response
      return { status, location: response.headers.get('location'), html: await response.text() }
    }
    return {
      open: (path) => ask(path),
      submit: (path, fields) => ask(path, { method: 'POST', headers: { origin }, body: formOf(fields) }),
      post: (path, body) => ask(path, { method: 'POST', body }),
    }
  }
}

/** Browsers at the course site, each from an address of its own; `signedIn` has sent the form of the log-in page. */
export function openCourseBrowsers(system: () => TestSystem) {
  let count = 0
  const browse = (): Browser => openPages(system())({ site: 'courses', address: `198.51.100.${++count}` })
  const signedIn = async ({ email, password }: Pick<Person, 'email' | 'password'>): Promise<Browser> => {
    const browser = browse()
    const { status } = await browser.submit('/login', { email, password })
    if (status !== 302) throw new Error(`Signing in as ${email} was answered with ${status}`)
    return browser
  }
  return { browse, signedIn }
}

function formOf(fields: Readonly<Record<string, string | File>>): URLSearchParams | FormData {
  const entries = Object.entries(fields)
  const texts = entries.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))
  if (texts.length === entries.length) return new URLSearchParams(texts)
  const form = new FormData()
  for (const [name, value] of entries) form.append(name, value)
  return form
}
