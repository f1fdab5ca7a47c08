import { join } from 'node:path'
import { builtSite } from '../http/site-pages.ts'

const coursesSite = join(import.meta.dirname, '../../../courses-site')

type Route = { readonly path?: string; readonly index?: boolean }

/** What stands in the places of paths that no test of pages is about. */
const nowhere = {
  serial: 'ABCD-EFGH-JKMN-PQRS',
  providerId: 'none',
  mailId: 'mail_none',
  collection: 'pages',
  documentId: 'doc_none',
  ownListId: 'lst_none',
  n: '1',
  '*': 'nothing-here',
}

/**
 * The path of every page in the build of Courses: a new page is among them.
 * @throws where nothing is given for a place of a path
 */
export async function builtPaths(given: Readonly<Record<string, string>>): Promise<string[]> {
  const { routes } = await builtSite(coursesSite).load()
  const places: Readonly<Record<string, string>> = { ...nowhere, ...given }
  return Object.values(routes as unknown as Record<string, Route>).flatMap(({ path, index }) => {
    if (index) return ['/']
    if (path === undefined || path === '') return []
    const filled = path.split('/').map((part) => {
      if (part !== '*' && !part.startsWith(':')) return part
      const value = places[part.replace(/^:/, '')]
      if (value === undefined) throw new Error(`What stands at ${part} of ${path}?`)
      return value
    })
    return [`/${filled.join('/')}`]
  })
}
