import { z } from 'zod'
import { columnKind, leadRow } from '../schema.ts'
import { shareLimits } from './limits.ts'

/** What a link shows, by the name of its parameter in the address. */
const shareKind = z.enum(['savedSearch', 'downloadSearch'])
export type ShareKind = z.infer<typeof shareKind>

const access = z.enum(['look', 'copy'])

export const newShareLinkInput = z.strictObject({
  kind: shareKind,
  /** Of the saved search or the download. */
  id: z.string().max(60),
  /** What whoever has the address may do with the search. */
  access: access.default('look'),
  /** How long it lives; as long as the company allows, and 30 days at most, unless told. */
  days: z.int().min(1).max(shareLimits.days.most).optional(),
  password: z.string().min(4).max(128).optional(),
  /** After so many visits it is dead. */
  mostVisits: z.int().min(1).max(100_000).optional(),
})
export type NewShareLink = z.output<typeof newShareLinkInput>

export const shareLink = z.strictObject({
  id: z.string(),
  kind: shareKind,
  /** Of the saved search or the download. */
  of: z.string(),
  searchName: z.string(),
  dictId: z.string(),
  /** Who made it. */
  uid: z.string(),
  by: z.string(),
  access,
  hasPassword: z.boolean(),
  mostVisits: z.int().nullable(),
  visits: z.int(),
  lastVisitAt: z.iso.datetime().nullable(),
  timestamp: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
})
export type ShareLink = z.infer<typeof shareLink>

/** A link with its address, which is said once: only its hash is kept. */
export const shareLinkWithAddress = z.strictObject({ link: shareLink, address: z.string() })

export const sharePolicy = z.strictObject({
  /** No link of the company lives longer. */
  mostDays: z.int().min(1).max(shareLimits.days.most),
})
export type SharePolicy = z.infer<typeof sharePolicy>

/** How a link is named: by its address, or, for somebody who opened it before, by its id. */
const named = {
  kind: shareKind,
  /** The token of the address; left out with `link`. */
  token: z.string().max(100).optional(),
  /** `uid` of a saved search, `aid` of a download's search. */
  owner: z.string().max(60).optional(),
  /** A link of "shared with me". */
  link: z.string().max(60).optional(),
  /** From a visit that was counted. */
  pass: z.string().max(200).optional(),
}
export const sharedSearchInput = z.strictObject({
  ...named,
  /** Only whether the link lives: `search` is null. */
  brief: z.boolean().default(false),
})
export const shareVisitInput = z.strictObject({ ...named, password: z.string().max(128).optional() })
export const shareCopyInput = z.strictObject({ ...named, searchName: z.string().max(120).optional() })
export type NamedShare = Omit<z.output<typeof sharedSearchInput>, 'brief'>

/** A shared search as its page shows it: contact cells are always covered. */
const sharedSearch = z.strictObject({
  searchName: z.string(),
  dictId: z.string(),
  /** Of the dataset. */
  name: z.string(),
  filter: z.string(),
  dslFilter: z.string(),
  /** Null where it cannot be run: `problem` says why. */
  count: z.int().nullable(),
  dataVersion: z.int().nullable(),
  importedAt: z.iso.datetime().nullable(),
  columns: z.array(z.strictObject({ key: z.string(), label: z.string(), kind: columnKind })),
  rows: z.array(leadRow.pick({ id: true, cells: true, masked: true })),
  problem: z.enum(['columns_gone', 'version_gone', 'dataset_gone', 'company_only']).nullable(),
  missingColumns: z.array(z.string()),
})
export type SharedSearch = z.infer<typeof sharedSearch>

export const sharedSearchAnswer = z.strictObject({
  kind: shareKind,
  access,
  /** Who shared it. */
  by: z.string(),
  expiresAt: z.iso.datetime(),
  /** It is shown after a visit that says the password. */
  needsPassword: z.boolean(),
  /** Null until the visit is counted, where a link has a password or a number of visits. */
  search: sharedSearch.nullable(),
  /** Lets this visit go on looking; of a counted visit only. */
  pass: z.string().nullable(),
  /** The link is the caller's own. */
  isOwn: z.boolean(),
})
export type SharedSearchAnswer = z.infer<typeof sharedSearchAnswer>

/** What was shared with a person: links they opened that still live. */
export const sharedWithMe = z.strictObject({
  link: z.string(),
  kind: shareKind,
  searchName: z.string(),
  dictId: z.string(),
  by: z.string(),
  access,
  expiresAt: z.iso.datetime(),
  lastAt: z.iso.datetime(),
})
export type SharedWithMe = z.infer<typeof sharedWithMe>
