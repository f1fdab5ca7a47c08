// The rules that no linter knows: who may import whom, the fixed file names, who writes which table, and the one place
// that brands a scope. `node check-boundaries.mjs [FOLDER]` checks the repository in that folder.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { allSites, root as ownRoot } from './setup.mjs'
import { findSiteNames } from './site-names.mjs'

const root = process.argv[2] ?? ownRoot

const kernelOnly = ['kernel']
const infrastructure = ['kernel', 'postgres', 'messaging', 'storage']
/** Imports point down: a package may import these packages of ours and no others. */
const mayImport = {
  kernel: [],
  ui: [],
  'api-client': [],
  postgres: kernelOnly,
  clickhouse: kernelOnly,
  messaging: ['kernel', 'postgres'],
  storage: kernelOnly,
  accounts: ['clickhouse', ...infrastructure],
  credits: ['accounts', ...infrastructure],
  billing: ['clickhouse', 'accounts', ...infrastructure],
  content: ['clickhouse', 'accounts', ...infrastructure],
  leads: ['clickhouse', 'accounts', 'billing', 'credits', ...infrastructure],
  courses: ['accounts', 'billing', 'content', ...infrastructure],
  testing: ['clickhouse', ...infrastructure],
  'site-frame': ['kernel', 'ui', 'api-client', 'accounts', 'content'],
  'leads-site': ['kernel', 'site-frame', 'ui', 'api-client', 'leads'],
  'courses-site': ['kernel', 'site-frame', 'ui', 'api-client', 'content', 'courses'],
}
/** A site may import from a domain only what also runs in the browser. */
const browserSafe = {
  'leads-site':
    /^@freeor\/leads\/((?:[a-z-]+\/)?schema|column-kinds|limits|emails\/(missing-fields|texts)|import\/(columns\/replaced-columns|file\/reject-kind)|query\/[a-z-]+|receipts\/(check-receipt|describe-problem|row-counter)|geography\/states)$/,
  'courses-site':
    /^@freeor\/(content\/(theme-colors|markdown\/[a-z-]+)|courses\/((?:[a-z-]+\/)+(schema|limits|next-lesson|answer-queue|grading|option-letter|read-captions|timestamp|video-source|lesson-content|saving-queue|merge-drafts|question-draft|question-state|apply-moves|viewing-curve|safe-cell)|certificates\/credential\/(check-credential|credential|read-file|write-jwt)))$/,
  'site-frame':
    /^@freeor\/(accounts\/(password-length|schema)|content\/(permissions|editing\/fields|markdown\/[a-z-]+))$/,
}
const domains = ['accounts', 'billing', 'credits', 'content', 'leads', 'courses']
const refusedNames = new Set(['utils', 'util', 'helpers', 'helper', 'common', 'shared', 'misc', 'lib'])

const mayReadEnvironment = /main\.ts$|\/examples\/|\.config\.ts$|packages\/testing\/|\.test\.ts$/

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

/** The files that React Router splits for the browser; an import from elsewhere would include their server half. */
const siteFrame = join(root, 'packages/site-frame/src')
const readIfThere = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined)
const routeModules = new Set(
  [...(readIfThere(join(siteFrame, 'frame/site-routes.ts')) ?? '').matchAll(/'([a-z/-]+\.tsx?)'/g)].map(
    ([, file]) => join(siteFrame, file),
  ),
)
const { exports: siteFrameExports = {} } = JSON.parse(readIfThere(join(siteFrame, '../package.json')) ?? '{}')

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

function checkImports(file, system, text) {
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
    if (!ours || ours === system || !(system in mayImport)) continue
    if (ours === 'testing' && isTest) continue
    if (!mayImport[system].includes(ours)) report(file, `${system} may not import ${specifier}`)
    else if (system in browserSafe && domains.includes(ours) && !browserSafe[system].test(specifier))
      report(file, `a site may import only the browser-safe part of a domain, not ${specifier}`)
  }
}

const isOfTests = (file) => /\.test\.tsx?$|\/testing(\.ts$|\/)/.test(file)

/** Inside a domain: the fixed names, or a rule or operation, which does I/O only through a port. */
const fixedNames =
  /(^|\/)(schema|tables|queries|commands|policy|ports|limits|testing)\.ts$|\/adapters\/|\/testing\/|\.test\.ts$|\.d\.ts$/

function checkRule(file, text) {
  if (fixedNames.test(file)) return
  if (
    /from '(pg|drizzle-orm\/node-postgres|@clickhouse\/client|node:https?|node:net|node:child_process)'/.test(
      text,
    )
  )
    report(file, 'does I/O, so it belongs into queries, commands or adapters/')
}

/** What an operation does, as the first word of its file's name. */
const verbs = new Set(
  `amend answer apply ask begin check choose compile complete copy count create delete drop end ensure enter fetch find finish fit follow grade honour link list
  map match merge note offer open pack plan prepare price propose prove read reauthenticate remove report require run send settle start suggest sweep take use
  withdraw write`.split(/\s+/),
)
/** Operations whose files are not named by a verb yet, and why. */
const namedOtherwise = {
  'packages/accounts/src/scope.ts': 'the one file that proves scopes',
  'packages/accounts/src/identities/authorization-requests.ts': 'new with sign-in by OpenID Connect',
  'packages/accounts/src/passkeys/challenges.ts': 'sign-in is being moved',
  'packages/accounts/src/sign-in/second-step.ts': 'sign-in is being moved',
  'packages/accounts/src/sign-in/with-identity.ts': 'sign-in is being moved',
  'packages/accounts/src/sign-in/with-passkey.ts': 'sign-in is being moved',
}

/** A file that exports an async function is an operation: a verb names it, unless its name is fixed. */
function checkOperationName(file, text) {
  const path = relative(root, file).split(sep).join('/')
  if (fixedNames.test(file) || path in namedOtherwise) return
  if (!/^export (async function|const \w+ = async\b)/m.test(text)) return
  const [verb] = path.split('/').at(-1).split(/[-.]/)
  if (!verbs.has(verb)) report(file, `an operation: a verb names its file (${[...verbs].join(', ')})`)
}

/** Writes of a table by a package that does not declare it, and why. */
const writesElsewhere = {}

/** Of each table, by its name in code and in SQL: the package that declares it. */
function readTables() {
  const owners = new Map()
  for (const system of readdirSync(join(root, 'packages'))) {
    const folder = join(root, 'packages', system)
    if (!existsSync(join(folder, 'package.json'))) continue
    for (const file of sources(folder))
      for (const [, name, sqlName] of readFileSync(file, 'utf8').matchAll(
        /export const (\w+) = pgTable\(\s*'(\w+)'/g,
      ))
        for (const one of [name, sqlName]) owners.set(one, system)
  }
  return owners
}
const tableOwners = readTables()

/** One owner a table: only the package that declares it writes it; others call its functions. */
function checkWrites(file, system, text) {
  if (isOfTests(file)) return
  const aliases = new Map([...text.matchAll(/\b(\w+) as (\w+)\b/g)].map(([, name, alias]) => [alias, name]))
  const written = [
    ...text.matchAll(/\.(?:insert|update|delete)\(\s*(?:\w+\.)?(\w+)\s*\)/g),
    ...text.matchAll(
      /\b(?:INSERT INTO|UPDATE|DELETE FROM|TRUNCATE(?: TABLE)?|MERGE INTO)\s+(?:\$\{)?"?(\w+)/g,
    ),
  ]
  for (const [, name] of written) {
    const table = aliases.get(name) ?? name
    const owner = tableOwners.get(table)
    const reason = writesElsewhere[`${relative(root, file).split(sep).join('/')} ${table}`]
    if (owner !== undefined && owner !== system && reason === undefined)
      report(file, `writes ${table}, which belongs to ${owner}: call a function of ${owner}`)
  }
}

/** A scope is proven, never claimed: no cast, no schema that claims one, no alias that would hide either. */
function checkScopes(file, text) {
  if (file.endsWith(join('accounts', 'src', 'scope.ts'))) return
  const minted = 'a scope is minted only in packages/accounts/src/scope.ts'
  const imported = [...text.matchAll(/\b(?:CompanyScope|SuperAdminScope) as (\w+)/g)].map(
    ([, alias]) => alias,
  )
  const scopes = `(?:${['CompanyScope', 'SuperAdminScope', ...imported].join('|')})\\b`
  // The `as` of an import names an alias and is not a cast.
  const body = text.replaceAll(/^(?:import|export)\b[^'"]*?\bfrom\b.*$/gm, '')
  if (new RegExp(`\\bas\\s+(?:unknown\\s+as\\s+)?(?:[\\w.]+<|\\{[^}]*:\\s*)?${scopes}`).test(body))
    report(file, minted)
  if (new RegExp(`^(?:export )?type \\w+ = ${scopes}\\s*$`, 'm').test(body))
    report(file, 'another name for a scope hides where it is claimed')
  if (isOfTests(file)) return
  if (new RegExp(`\\bcustom<[^()]*${scopes}`).test(body)) report(file, minted)
  if (/\bcustom(?:<[^()]*>)?\(\s*\)/.test(body))
    report(file, 'z.custom() without a check lets anything through, a scope too')
}

for (const area of ['packages', 'apps']) {
  for (const system of readdirSync(join(root, area))) {
    const folder = join(root, area, system)
    if (!existsSync(join(folder, 'package.json'))) continue
    for (const file of sources(folder)) {
      const text = readFileSync(file, 'utf8')
      checkName(file)
      checkImports(file, system, text)
      for (const name of findSiteNames({
        path: relative(root, file).split(sep).join('/'),
        text,
        sites: allSites,
      }))
        report(
          file,
          `names the site ${name}: only the kernel, the sites, their domains and apps/server/src/sites do`,
        )
      checkScopes(file, text)
      checkWrites(file, system, text)
      if (domains.includes(system)) {
        checkRule(file, text)
        checkOperationName(file, text)
      }
      if (/process\.env/.test(text) && !mayReadEnvironment.test(file))
        report(file, 'the environment is read only in apps/server/src/main.ts')
    }
  }
}

for (const problem of problems) process.stderr.write(`${problem}\n`)
if (problems.length > 0) process.exit(1)
process.stdout.write('Boundaries hold.\n')
