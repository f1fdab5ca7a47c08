import { z } from 'zod'
import { readingTypes } from './reading-types.ts'

const line = z.string().trim().min(1).max(200)
const paragraph = z.string().trim().min(1).max(2_000)
const markdown = z.string().max(100_000)
/** Documents of the same order stand in the order of their names. */
const order = z.number().int().min(0)

/** A picture of this site, or of its file store, with the words for readers who do not see it. */
const picture = z.object({
  src: z.string().regex(/^\/[\w./-]+$/, 'is a path of this site'),
  alt: line,
})

/** What a document of each collection holds besides its name and description. */
export const collections = {
  /** A page of text, found by its key. The name is its heading, the description is what search engines show. */
  pages: z.object({ lead: z.string().max(2_000), body: markdown, picture: picture.optional() }),
  /** The name is the title. */
  'reading-list': z.object({
    type: z.enum(readingTypes),
    /** The author of a book or an article; the court of a case. */
    author: line,
    year: z.number().int().min(1).max(2_100),
    /** Of a book the publisher, of an article where it appeared, of a case how it is cited. */
    source: line,
  }),
  /** The name is the person's. */
  bios: z.object({
    group: z.enum(['Lecturers', 'Staff']),
    order,
    role: line,
    /** Markdown. */
    about: markdown,
    picture: picture.optional(),
    /** Nobody real: says so wherever it is shown. */
    isSample: z.boolean(),
  }),
  /** The name is what one can do. */
  opportunities: z.object({
    category: line,
    order,
    text: paragraph,
    /** How much of somebody's time, in words. */
    time: line,
    /** Stands among the cards at the top. */
    isFeatured: z.boolean(),
    picture: picture.optional(),
    /** A page of this site; without one the reader is asked to write a mail. */
    page: z
      .string()
      .regex(/^\/[\w/-]*$/, 'is a path of this site')
      .optional(),
    /** What it means for each audience, by the key of the audience. Where it is not meant, there is nothing. */
    audiences: z.record(z.string(), line),
  }),
  /** The columns of the comparison of opportunities. The key is what opportunities name it by. */
  audiences: z.object({ order }),
  /** The name is the question. */
  faq: z.object({ group: line, order, /** Markdown. */ answer: markdown }),
  /** What one does first, second, third. */
  steps: z.object({ order, text: paragraph, picture: picture.optional() }),
  /** The pictures of the landing page, each with a caption (the name) and where it leads. */
  'image-grid': z.object({
    order,
    text: paragraph,
    picture,
    page: z.string().regex(/^\/[\w/-]*$/, 'is a path of this site'),
  }),
} as const

export type Collection = keyof typeof collections
export type CollectionData<C extends Collection> = z.output<(typeof collections)[C]>

export const collectionNames = Object.keys(collections) as [Collection, ...Collection[]]

export const isCollection = (name: string): name is Collection => Object.hasOwn(collections, name)

/** What every document has, by the specification's names. */
const documentFields = {
  id: z.string(),
  key: z.string().nullable(),
  name: z.string(),
  description: z.string(),
  themeColor: z.string(),
  favorite: z.boolean(),
  _created: z.iso.datetime(),
  lastUpdated: z.iso.datetime(),
}

const documentOf = <C extends Collection>(collection: C) =>
  z.object({ ...documentFields, data: collections[collection] })

const collectionOf = <C extends Collection>(collection: C) =>
  z.object({ collection: z.literal(collection), documents: z.array(documentOf(collection)) })

/** The documents of one collection. */
export const collectionAnswer = z.discriminatedUnion('collection', [
  collectionOf('pages'),
  collectionOf('reading-list'),
  collectionOf('bios'),
  collectionOf('opportunities'),
  collectionOf('audiences'),
  collectionOf('faq'),
  collectionOf('steps'),
  collectionOf('image-grid'),
])

const oneOf = <C extends Collection>(collection: C) =>
  z.object({ collection: z.literal(collection), document: documentOf(collection) })

/** One document of a collection. */
export const documentAnswer = z.discriminatedUnion('collection', [
  oneOf('pages'),
  oneOf('reading-list'),
  oneOf('bios'),
  oneOf('opportunities'),
  oneOf('audiences'),
  oneOf('faq'),
  oneOf('steps'),
  oneOf('image-grid'),
])

export type CollectionAnswer = z.input<typeof collectionAnswer>
export type DocumentAnswer = z.input<typeof documentAnswer>

/** A document as a page shows it. */
export type SiteDocument<C extends Collection = Collection> = {
  readonly id: string
  readonly key: string | null
  readonly name: string
  readonly description: string
  readonly themeColor: string
  readonly favorite: boolean
  readonly data: CollectionData<C>
  readonly createdAt: Date
  readonly updatedAt: Date
}
