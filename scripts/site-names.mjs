/** Who may write any site's name: the type, the composition, and tests. */
const writers = [
  /^packages\/(kernel|testing)\//,
  /^apps\/server\/src\/sites\//,
  // The actions of visitors and customers, in tests and in a simulation.
  /^apps\/server\/src\/attacks\//,
  /\.test\.tsx?$/,
  /\/testing(\.ts$|\/)/,
  // Made from the API's contracts.
  /^packages\/api-client\/src\/schema\.d\.ts$/,
]

/**
 * The sites that a file names, although shared layers must not know any: what differs between them is a value that the
 * composition gives. A site and its domain may name themselves. A name is a string literal: `'leads'`, and not
 * `'/leads'` or `{ leads: 1 }`.
 * @param {{ path: string, text: string, sites: readonly string[] }} file `path` from the repository's root, with slashes
 * @returns {string[]} each name once
 */
export function findSiteNames({ path, text, sites }) {
  if (writers.some((writer) => writer.test(path))) return []
  return sites.filter((site) => {
    const isIts = path.startsWith(`packages/${site}/`) || path.startsWith(`apps/${site}-site/`)
    return !isIts && [`'${site}'`, `"${site}"`, `\`${site}\``].some((literal) => text.includes(literal))
  })
}
