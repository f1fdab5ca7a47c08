/** An entry of the ledger, as the log has it. */
export type LoggedEntry = {
  readonly id: string
  readonly companyId: string
  readonly site: string
  readonly lotId: string
  readonly kind: string
  readonly amount: number
  readonly userId: string | null
  readonly subjectId: string | null
  readonly subjectName: string | null
  readonly reason: string | null
  /** ISO 8601, to the millisecond. */
  readonly at: string
}

/**
 * The text whose bytes are the leaf: a JSON array of the fields in this order, without spaces. An entry's id is random,
 * so a leaf's hash tells nobody what the entry says.
 */
export const entryText = (entry: LoggedEntry): string =>
  JSON.stringify([
    entry.id,
    entry.companyId,
    entry.site,
    entry.lotId,
    entry.kind,
    entry.amount,
    entry.userId,
    entry.subjectId,
    entry.subjectName,
    entry.reason,
    entry.at,
  ])
