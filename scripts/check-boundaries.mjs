// The house rules no linter knows: who may import whom, the closed file set, the one place that brands a scope.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { root } from './setup.mjs'

const engines = ['kernel']
const hall = ['kernel', 'postgres', 'messaging', 'storage']
/** Arrows point down: a package may import these packages of ours and no others. */
export const mayImport = {
  kernel: [],
  ui: [],
  'api-client': [],
  postgres: engines,
  clickhouse: engines,
  messaging: engines,
  storage: engines,
  accounts: ['clickhouse', ...hall],
  credits: ['accounts', ...hall],
  billing: ['clickhouse', 'accounts', 'credits', ...hall],
  content: ['clickhouse', 'accounts', ...hall],
  leads: ['clickhouse', 'accounts', 'billing', 'credits', ...hall],
  courses: ['accounts', 'billing', 'content', ...hall],
  testing: ['clickhouse', ...hall],
  'site-frame': ['kernel', 'ui', 'api-client', 'accounts'],
  'leads-site': ['kernel', 'site-frame', 'ui', 'api-client', 'leads'],
  'courses-site': ['kernel', 'site-frame', 'ui', 'api-client', 'courses'],
}
/** A site takes only what also runs in the browser from a domain. */
const browserSafe = {
  'leads-site': /^@freeor\/leads\/(schema|column-kinds|limits|query\/[a-z-]+|geography\/states)$/,
  'courses-site': /^@freeor\/courses\/schema$/,
  'site-frame': /^@freeor\/accounts\/(password-length|schema)$/,
}
const domains = ['accounts', 'billing', 'credits', 'content', 'leads', 'courses']
const refusedNames = new Set(['utils', 'util', 'helpers', 'helper', 'common', 'shared', 'misc', 'lib'])

const problems = []
const report = (file, sentence) => problems.push(`${relative(root, file)}: ${sentence}`)

function* sources(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (['node_modules', 'build', '.react-router', '.cache', 'migrations', 'data'].includes(entry.name))
      continue
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* sources(path)
    else if (/\.tsx?$/.test(entry.name)) yield path
  }
}

/** The files that React Router splits for the browser; imported besides, their server half would come along. */
const siteFrame = join(root, 'packages/site-frame/src')
const routeModules = new Set(
  [...readFileSync(join(siteFrame, 'frame/site-routes.ts'), 'utf8').matchAll(/'([a-z/-]+\.tsx?)'/g)].map(
    ([, file]) => join(siteFrame, file),
  ),
)
const { exports: siteFrameExports } = JSON.parse(readFileSync(join(siteFrame, '../package.json'), 'utf8'))

function checkRouteModule(file, specifier) {
  const exported = siteFrameExports[specifier.replace('@freeor/site-frame', '.')]
  const target = specifier.startsWith('.')
    ? join(file, '..', specifier)
    : exported && join(siteFrame, '..', exported)
  if (routeModules.has(target))
    report(file, `${specifier} is a route module: only the list of routes names it`)
}

function checkName(file) {
  for (const part of relative(root, file).split(sep)) {
    const bare = part.replace(/\.(test\.)?tsx?$/, '')
    if (refusedNames.has(bare)) report(file, `"${bare}" does not say what is in it`)
    if (bare === 'index') report(file, 'no barrel files: export from package.json')
  }
}

function checkImports(file, house, text) {
  const isTest = /\.test\.tsx?$|\/testing(\.ts|\/)/.test(file)
  for (const [, specifier] of text.matchAll(/(?:from|import\(|import)\s*['"]([^'"]+)['"]/g)) {
    const ours = specifier.match(/^@freeor\/([a-z-]+)/)?.[1]
    if (!isTest) checkRouteModule(file, specifier)
    if (specifier.startsWith('.')) {
      const target = relative(root, join(file, '..', specifier)).split(sep)
      const home = relative(root, file).split(sep)
      if (target[0] !== home[0] || target[1] !== home[1])
        report(file, `reaches into ${target.slice(0, 2).join('/')} by a relative path`)
    }
    if (!ours || ours === house || !(house in mayImport)) continue
    if (ours === 'testing' && isTest) continue
    if (!mayImport[house].includes(ours)) report(file, `${house} may not import ${specifier}`)
    else if (house in browserSafe && domains.includes(ours) && !browserSafe[house].test(specifier))
      report(file, `a site may import only the browser-safe part of a domain, not ${specifier}`)
  }
}

/** Inside a domain: the closed set, or a pure rule, which imports nothing that does I/O. */
function checkRule(file, text) {
  const closedSet =
    /(^|\/)(schema|tables|queries|commands|policy|ports|testing)\.ts$|\/adapters\/|\.test\.ts$|\.d\.ts$/
  if (closedSet.test(file)) return
  if (
    /from '(pg|drizzle-orm\/node-postgres|@clickhouse\/client|node:https?|node:net|node:child_process)'/.test(
      text,
    )
  )
    report(file, 'does I/O, so it belongs into queries, commands or adapters/')
}

for (const area of ['packages', 'apps']) {
  for (const house of readdirSync(join(root, area))) {
    const folder = join(root, area, house)
    if (!existsSync(join(folder, 'package.json'))) continue
    for (const file of sources(folder)) {
      const text = readFileSync(file, 'utf8')
      checkName(file)
      checkImports(file, house, text)
      if (domains.includes(house)) checkRule(file, text)
      if (
        /\bas\s+(unknown\s+as\s+)?(CompanyScope|OperatorScope)\b/.test(text) &&
        !file.endsWith(join('accounts', 'src', 'scope.ts'))
      )
        report(file, 'a scope is minted only in packages/accounts/src/scope.ts')
      if (/process\.env/.test(text) && !/main\.ts$|\.config\.ts$|packages\/testing\/|\.test\.ts$/.test(file))
        report(file, 'the environment is read only in apps/server/src/main.ts')
    }
  }
}

for (const problem of problems) process.stderr.write(`${problem}\n`)
if (problems.length > 0) process.exit(1)
process.stdout.write('Boundaries hold.\n')
