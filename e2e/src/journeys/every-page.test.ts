import type { Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { journey } from '../journey.ts'
import { enter } from '../people.ts'
import { addDraftLesson } from '../written-lesson.ts'

/**
 * The pages that links lead to, for each sample login: none fails, and each document is as the server wrote it. Where
 * a browser has to mend it, as with a block in a paragraph, React finds another document than its own and draws the
 * page again.
 */

/** The same for pages that differ only by what they show: one of them is read. */
const kindOf = ({ pathname, searchParams }: URL) =>
  [pathname.replaceAll(/\/[^/]*(_[\da-z]{10,}|\d)[^/]*/g, '/…'), ...[...searchParams.keys()].toSorted()].join(
    ' ',
  )

/** What a browser makes of a document: its links, and the first element that the document does not have. */
const readDocument = (page: Page, html: string) =>
  page.evaluate((text) => {
    const parsed = new DOMParser().parseFromString(text, 'text/html')
    const links = [...parsed.querySelectorAll('a[href]')].map((link) => link.getAttribute('href') ?? '')
    for (const { content } of parsed.querySelectorAll('template')) content.replaceChildren()
    const found = [...parsed.querySelectorAll('*')].map(({ localName }) => localName)
    const written = text
      .replaceAll(/<!--.*?-->/gs, '')
      .replaceAll(/(<(script|style|textarea|title|template)\b[^>]*>).*?<\/\2>/gs, '$1')
      .match(/<[a-z][^\s/>]*/gi)
      ?.map((tag) => tag.slice(1).toLowerCase())
    const at = found.findIndex((name, i) => name !== written?.[i])
    return {
      links,
      added: at < 0 ? '' : `a <${found[at]}> after ${found.slice(Math.max(0, at - 5), at).join(', ')}`,
    }
  }, html)

journey(
  'no page that a link leads to fails or is mended by the browser, whoever is logged in',
  async ({ visitor }) => {
    const sites = { leads: inject('leadsUrl'), courses: inject('coursesUrl') }
    const everybody = [
      ...inject('logins').map((login) => ({
        ...login,
        site: login.site === 'courses' ? sites.courses : sites.leads,
      })),
      ...Object.values(sites).map((site) => ({ site, role: 'nobody', email: '', password: '' })),
    ]
    const faults: string[] = []
    for (const { site, role, ...login } of everybody) {
      const page = await visitor()
      if (role !== 'nobody') await enter(page, login, site)
      const waiting = [new URL('/', site)]
      if (role === 'author') waiting.unshift(new URL(await addDraftLesson(login, 'A draft.\n')))
      const kinds = new Set<string>()
      for (const address of waiting) {
        const kind = kindOf(address)
        if (kinds.has(kind) || address.origin !== new URL(site).origin) continue
        kinds.add(kind)
        const answer = await page.request.get(address.href, { headers: { accept: 'text/html' } })
        if (answer.status() >= 500) faults.push(`${role} ${address.href}: ${answer.status()}`)
        if (!answer.headers()['content-type']?.startsWith('text/html')) continue
        const { links, added } = await readDocument(page, await answer.text())
        if (added) faults.push(`${role} ${address.href}: ${added}`)
        // Calls of the API, and files that are pages of their own, are not drawn by React.
        const own = links
          .map((link) => new URL(link, answer.url()))
          .filter(({ pathname }) => !/^\/api\/|\.html$/.test(pathname))
        waiting.push(...own)
      }
      expect(kinds.size, role).toBeGreaterThan(8)
    }
    expect(faults).toEqual([])
  },
)
