import { type ParseResult, type Plugin, parseSync, type Rolldown } from 'vite'

type Modules = Pick<Rolldown.PluginContext, 'getModuleIds' | 'getModuleInfo' | 'resolve'>
/** What a module takes of another one. Without a name it takes all of it. */
type Taken = { readonly source: string; readonly name?: string | undefined }

/** What every page needs before it answers: React's start, the document, and the frame around the page. */
const frameEntries = /\/(entry\.client\.tsx|root\.tsx|framed-pages\.tsx)(\?|$)/
/** What most pages take for their title and their text, and to load parts later. */
const commonModules = /\/(page-meta\.ts|page-head\.tsx|markdown-text\.tsx|preload-helper\.js)(\?|$)/
/** The pages that a stranger logs in with. What they need, nearly every page with a form needs too. */
const formPages = /\/account\/(login|signup)-page\.tsx(\?|$)/

/** Pages of one site whose parts are one script, by the name of that script. */
export type OwnScripts = Readonly<Record<string, RegExp>>

/**
 * Puts what every page needs into one script and one style, what forms need into another, and what some pages of this
 * site need into one each. Left to itself the bundler makes a file for each set of pages that share something, and a
 * first page asks for forty scripts.
 */
export const frameScript = (own: OwnScripts = {}): Plugin => {
  const pages = Object.entries({ forms: formPages, ...own })
  let frame: ReadonlySet<string> = new Set()
  let parts: readonly ReadonlySet<string>[] = []
  return {
    name: 'freeor:frame-script',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    async buildEnd() {
      frame = await reachModules(this, [frameEntries, commonModules])
      parts = await Promise.all(pages.map(async ([, page]) => await reachModules(this, [page])))
    },
    outputOptions: (options) => ({
      ...options,
      codeSplitting: {
        groups: [
          // Each takes what its modules need along, so the frame takes first.
          { name: 'frame', test: (id) => frame.has(id), priority: pages.length },
          // The pages themselves stay files of their own.
          ...pages.map(([name, page], at) => ({
            name,
            test: (id: string) => (parts[at]?.has(id) ?? false) && !page.test(id),
            priority: pages.length - 1 - at,
          })),
        ],
      },
    }),
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const files = Object.values(bundle)
        const script = files.find((file) => file.type === 'chunk' && file.name === 'frame')?.fileName
        if (script === undefined) return
        for (const file of files) if (file.type === 'chunk') file.code = withoutFrameStyle(file.code, script)
      },
    },
  }
}

/** Where a script lists what its parts need before they are loaded. */
const neededParts = /\bm\.f=\[[^\]]*\]/g
const frameStyle = /(["'`])([^"'`]*\/)?frame-[\w-]+\.css\1/g

/**
 * A part that is loaded later does not ask for the frame's style, which every document has. It would be added to the
 * document once more, after the styles of the page, and win over them. The list keeps its numbers: the frame's script,
 * which is there as well, takes its place.
 */
export const withoutFrameStyle = (code: string, script: string): string =>
  code.replaceAll(neededParts, (list) =>
    list.replaceAll(frameStyle, (_, quote) => `${quote}${script}${quote}`),
  )

/**
 * The modules that some entries load. A module that only hands on what others export, as the first one of a library
 * does, is passed through by name: the frame takes ten components of a library that has a hundred.
 */
async function reachModules(modules: Modules, entries: readonly RegExp[]): Promise<Set<string>> {
  const reached = new Set<string>()
  const follow = async (id: string, name?: string): Promise<void> => {
    if (reached.has(id)) return
    const parsed = parseSync(id, modules.getModuleInfo(id)?.code ?? '', { lang: 'js' })
    const handsOn = name !== undefined && isList(parsed)
    if (!handsOn) reached.add(id)
    for (const { source, name: taken } of handsOn ? exportsOf(parsed, name) : importsOf(parsed)) {
      const found = await modules.resolve(source, id)
      if (found) await follow(found.id, taken)
    }
  }
  for (const id of modules.getModuleIds()) if (entries.some((entry) => entry.test(id))) await follow(id)
  return reached
}

/** Whether a module has no code of its own, only exports of others. */
const isList = ({ program }: ParseResult) =>
  program.body.every(
    (statement) =>
      statement.type === 'ImportDeclaration' ||
      statement.type === 'ExportAllDeclaration' ||
      (statement.type === 'ExportNamedDeclaration' && !statement.declaration),
  )

/** The name of what is taken; none where it is a whole module. */
const nameOf = ({ kind, name }: { kind: string; name: string | null }) =>
  kind === 'Default' ? 'default' : (name ?? undefined)

const handedOn = ({ module }: ParseResult) =>
  module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, importName, exportName }) =>
      moduleRequest
        ? [{ source: moduleRequest.value, name: nameOf(importName), as: nameOf(exportName) }]
        : [],
    ),
  )

const importsOf = (parsed: ParseResult): Taken[] => [
  ...parsed.module.staticImports.flatMap(({ moduleRequest: { value: source }, entries }) =>
    entries.length === 0
      ? [{ source }]
      : entries.map(({ importName }) => ({ source, name: nameOf(importName) })),
  ),
  ...handedOn(parsed),
]

/** Where a list has a name from: the export of that name, else whatever it hands on whole. */
function exportsOf(parsed: ParseResult, name: string): Taken[] {
  const all = handedOn(parsed)
  const named = all.filter((one) => one.as === name)
  return named.length > 0 ? named : all.filter((one) => !one.as).map(({ source }) => ({ source, name }))
}
