/** Who may write a site's name: the type, the composition, the sites and their domains, and tests. */
const writers = [
  /^packages\/(kernel|leads|courses|testing)\//,
  /^apps\/(leads-site|courses-site)\//,
  /^apps\/server\/src\/sites\//,
  // What visitors and customers try, as tests and as a simulation.
  /^apps\/server\/src\/attacks\//,
  /\.test\.tsx?$/,
  /\/testing(\.ts$|\/)/,
  // Made from the API's contracts.
  /^packages\/api-client\/src\/schema\.d\.ts$/,
]

/** A string literal that is a site's name: `'leads'`, and not `'/leads'` or `{ leads: 1 }`. */
const siteName = /(['"`])(leads|courses)\1/g

/**
 * The sites that a file names although shared layers know none: what differs between them is a value that the
 * composition gives.
 * @param {string} path from the repository's root, with slashes
 * @param {string} text the file's
 * @returns {string[]} each name once
 */
export function findSiteNames(path, text) {
  if (writers.some((writer) => writer.test(path))) return []
  return [...new Set([...text.matchAll(siteName)].map(([, , name]) => name))]
}
