import { AppError } from '@freeor/kernel/errors'
import { newId } from '@freeor/kernel/ids'
import type { CompanyScope } from '@freeor/kernel/scope'
import type { Tx } from '@freeor/postgres/database'
import { queryUrlOf } from '../downloads/query-url.ts'
import { parsedParts } from './parsed-parts.ts'
import { isSearchOf } from './queries.ts'
import { savedSearches } from './tables.ts'

/** Searches a person may keep. */
const SAVED_SEARCHES_MOST = 500

export type NewSearch = {
  readonly searchName: string
  readonly dictId: string
  /** Canonical. */
  readonly filter: string
  readonly dslFilter: string
  readonly count: number
  readonly dataVersion: number
  readonly notes?: string
  readonly tags?: string[]
  readonly visibleToCompany?: boolean
  /** What it is saved with, as a person calls it. */
  readonly device?: string | undefined
  readonly now: Date
}

/** Writes a search of the person. @returns its id. @throws AppError `conflict` when the person has 500 already */
export async function writeSearch(tx: Tx, scope: CompanyScope, search: NewSearch): Promise<string> {
  const { companyId, userId } = scope
  if ((await tx.$count(savedSearches, isSearchOf(userId))) >= SAVED_SEARCHES_MOST)
    throw new AppError('conflict', `You have ${SAVED_SEARCHES_MOST} saved searches: delete one first`)
  const { dictId, filter, dslFilter, visibleToCompany, device, now, ...rest } = search
  const id = newId('srch')
  await tx.insert(savedSearches).values({
    ...rest,
    ...{ id, userId, dictId, filter, dslFilter },
    ...parsedParts({ filter, dslFilter }),
    queryUrl: queryUrlOf({ dictId, filter, dslFilter }),
    visibleToCompanyId: visibleToCompany ? companyId : null,
    device: device ?? null,
    createdAt: now,
    updatedAt: now,
  })
  return id
}
