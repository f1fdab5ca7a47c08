import { AppError } from '@freeor/kernel/errors'
import type { Site } from '@freeor/kernel/site'
import { pictureFolder } from '@freeor/storage/zip/open-package'
import type { z } from 'zod'
import { editedFields } from '../editing/fields.ts'
import { type Collection, collections } from '../schema.ts'
import type { ArchivedCollection, ArchivedDocument, ArchivedSite } from './ports.ts'
import { documentFile, siteFile, siteFormat } from './schema.ts'

/** A file of text in a package. */
export type TextFile = { readonly name: string; readonly text: string }

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

const fileName = '[0-9a-z]{16}-[a-z0-9-]{1,80}\\.(?:jpg|png|gif|webp|svg)'
const address = (site: Site) => new RegExp(`/api/content-pictures/${site}/(${fileName})`, 'g')
const packed = new RegExp(`(?<![\\w./-])${pictureFolder}(${fileName})`, 'g')

/** Changes every text in a value. */
function mapTexts(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === 'string') return map(value)
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, map))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, mapTexts(one, map)]))
}

type Data = ArchivedDocument['data']

/** The pictures that documents show, by file name, in order. */
export function picturesOf({ site, collections: all }: ArchivedSite): string[] {
  const found = new Set<string>()
  for (const { documents } of all)
    for (const { data } of documents)
      mapTexts(data, (text) => {
        for (const [, name = ''] of text.matchAll(address(site))) found.add(name)
        return text
      })
  return [...found].toSorted()
}

/** The pictures of its own that a package's documents name. */
export function packedPictures({ collections: all }: ArchivedSite): string[] {
  const found = new Set<string>()
  for (const { documents } of all)
    for (const { data } of documents)
      mapTexts(data, (text) => {
        for (const [, name = ''] of text.matchAll(packed)) found.add(name)
        return text
      })
  return [...found].toSorted()
}

/** The documents with the pictures of the package where they are kept from now on. */
export const unpackPictures = (
  site: ArchivedSite,
  pathOf: (name: string) => string | undefined,
): ArchivedSite => ({
  ...site,
  collections: site.collections.map((one) => ({
    ...one,
    documents: one.documents.map((document) => ({
      ...document,
      data: mapTexts(document.data, (text) =>
        text.replaceAll(packed, (whole, name: string) => pathOf(name) ?? whole),
      ) as Data,
    })),
  })),
})

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

/** An order that depends on nothing but what documents say. */
const inOrder = (one: ArchivedDocument, other: ArchivedDocument) =>
  compare(one.key ?? '', other.key ?? '') ||
  compare(one.name, other.name) ||
  compare(JSON.stringify(one), JSON.stringify(other))

const slugOf = ({ key, name }: ArchivedDocument): string =>
  key ??
  (name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 80)
    .replaceAll(/^-+|-+$/g, '') ||
    'document')

/** Each document in a folder of its own; of equal names the later ones are numbered. */
function inFolders({ collection, documents }: ArchivedCollection) {
  const taken = new Map<string, number>()
  return documents.toSorted(inOrder).map((document) => {
    const slug = slugOf(document)
    const before = taken.get(slug) ?? 0
    taken.set(slug, before + 1)
    return { document, folder: `${collection}/${slug}${before === 0 ? '' : `--${before + 1}`}` }
  })
}

const markdownOf = (collection: Collection): string[] =>
  editedFields[collection].flatMap(({ name, kind }) => (kind === 'markdown' ? [name] : []))

/** The texts of a site as files: JSON and Markdown. The same site gives the same files. */
export function writeSiteFiles({ site, collections: all }: ArchivedSite): TextFile[] {
  const folders = all.map((one) => ({ ...one, documents: inFolders(one) }))
  const head = {
    ...{ ...siteFormat, site },
    collections: folders.map(({ collection, board, documents }) => ({
      ...{ collection, board, documents: documents.map(({ folder }) => folder) },
    })),
  }
  return [
    { name: 'site.json', text: json(head) },
    ...folders.flatMap(({ collection, documents }) =>
      documents.flatMap(({ document, folder }) => documentFiles({ site, collection, folder }, document)),
    ),
  ]
}

type BoardKey = { readonly site: Site; readonly collection: Collection; readonly folder: string }

function documentFiles({ site, collection, folder }: BoardKey, document: ArchivedDocument): TextFile[] {
  const shown = mapTexts(document.data, (text) =>
    text.replaceAll(address(site), `${pictureFolder}$1`),
  ) as Data
  const texts = markdownOf(collection).filter((name) => typeof shown[name] === 'string')
  const others = Object.entries(shown)
    .filter(([name]) => !texts.includes(name))
    .toSorted(([one], [other]) => compare(one, other))
  return [
    { name: `${folder}/document.json`, text: json({ ...document, data: Object.fromEntries(others) }) },
    ...texts.map((name) => ({ name: `${folder}/${name}.md`, text: String(shown[name]) })),
  ]
}

const wrong = (file: string, sentence: string): AppError =>
  new AppError('invalid_request', `${file}: ${sentence}`, { details: { file } })

type ReadFile = (name: string) => string | undefined

/**
 * The site that the files of a package say. Everything is checked before anything is kept.
 * @throws AppError invalid_request naming the file and what is wrong with it
 */
export function readSiteFiles(read: ReadFile, wanted: Site): ArchivedSite {
  const { site, collections: all } = readJson(read, 'site.json', siteFile)
  if (site !== wanted) throw wrong('site.json', `This package is of the site “${site}”.`)
  if (new Set(all.map(({ collection }) => collection)).size < all.length)
    throw wrong('site.json', 'A collection is named twice.')
  const read_ = all.map(({ collection, board, documents }) => {
    const own = documents.map((folder) => readDocument(read, collection, folder))
    const keys = own.flatMap(({ key }) => (key === null ? [] : [key]))
    if (new Set(keys).size < keys.length || new Set(documents).size < documents.length)
      throw wrong('site.json', `Two documents of “${collection}” have the same address.`)
    return { collection, board, documents: own }
  })
  return { site, collections: read_ }
}

function readJson<S extends z.ZodType>(read: ReadFile, file: string, schema: S): z.output<S> {
  const text = read(file)
  if (text === undefined) throw wrong(file, 'The package has no such file.')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw wrong(file, 'It is no JSON.')
  }
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw wrong(file, issueOf(parsed.error))
}

function issueOf({ issues: [issue] }: z.ZodError): string {
  return `${issue?.path.join('.') || 'It'}: ${issue?.message ?? 'does not fit'}`
}

function readDocument(read: ReadFile, collection: Collection, folder: string): ArchivedDocument {
  const file = `${folder}/document.json`
  const document = readJson(read, file, documentFile)
  const texts = markdownOf(collection).flatMap((name): [string, string][] => {
    const text = read(`${folder}/${name}.md`)
    return text === undefined ? [] : [[name, text]]
  })
  const data = { ...document.data, ...Object.fromEntries(texts) }
  // Pictures of the package are no addresses of the site yet.
  const shown = mapTexts(data, (text) => text.replaceAll(packed, '/$1')) as Data
  const parsed = collections[collection].strict().safeParse(shown)
  if (!parsed.success) throw wrong(file, issueOf(parsed.error))
  return { ...document, data }
}
