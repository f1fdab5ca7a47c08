import { textsOfList } from '../drop/lists.ts'
import type { Column } from '../schema.ts'
import { formNo, isMeant, profiles } from '../suppression/profiles.ts'
import type { EntryForm } from '../suppression/schema.ts'
import { keysOfForm } from '../suppression/suppressed-leads.ts'

/** The operator's list among the entries of suppression lists: its keys are compared in the same way. */
export const optOutListId = 'opt-outs'

/** `freeor.opted_out_leads`: the leads that were removed from a dataset, by id alone. */
export const optedOutTable = 'freeor.opted_out_leads'

export const createOptedOut = `CREATE TABLE IF NOT EXISTS ${optedOutTable} (dataset_no UInt32, number UInt64, lead_id UInt64)
  ENGINE = MergeTree ORDER BY (dataset_no, number, lead_id) SETTINGS fsync_after_insert = 1`

/**
 * The ids that were removed from a dataset since a list was applied, also by an attempt that was cut short. Not those of
 * older lists: somebody who was taken off the list may be back.
 */
export const removedIds = `SELECT lead_id FROM ${optedOutTable}
  WHERE dataset_no = {outDataset:UInt32} AND number > {outApplied:UInt64}`

export const optOutParams = { supList: optOutListId }

/** What DROP hashes, beside what suppression lists do. */
const dropProfiles = (['NDZ', 'Phone', 'MAID', 'NameVIN', 'CTVID'] as const).map((list) => ({
  form: 'sha256' as const,
  texts: textsOfList[list],
}))

/**
 * The condition that a lead of a dataset is meant by an entry of one of these forms, under any profile: where a list may
 * be read in two ways, both remove. undefined when the dataset has no column to compare. Values by `optOutParams`.
 */
export function isOptedOut(columns: readonly Column[], forms: readonly EntryForm[]): string | undefined {
  const conditions = [...profiles, ...dropProfiles]
    .filter(({ form }) => forms.includes(form))
    .flatMap((profile) => isMeant(profile, columns, keysOfForm(formNo(profile.form))) ?? [])
  return conditions.length === 0 ? undefined : conditions.join(' OR ')
}
