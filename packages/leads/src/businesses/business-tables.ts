/*
 * Leads that are one business, beside each version of a dataset. Written aside with the version and never changed
 * afterwards. It has what the version before had, word for word: once a lead belongs to a business, it always does.
 *
 *   lead_id      a lead of a business that has several; leads of no row here are a business of their own
 *   business_id  the id of the business's first lead, which has a row too
 *   since        the version that found it
 */
export const businessTable = (datasetNo: number, version: number): string =>
  `freeor.businesses_${Math.trunc(datasetNo)}_v${Math.trunc(version)}`

export const createBusinessTable = (datasetNo: number, version: number): string =>
  `CREATE TABLE ${businessTable(datasetNo, version)} (
    business_id UInt64 CODEC(NONE),
    lead_id UInt64 CODEC(NONE),
    since UInt32
  ) ENGINE = MergeTree ORDER BY (business_id, lead_id)`

/** Tables that are there while businesses are found. */
export const workTables = (
  datasetNo: number,
  version: number,
): Readonly<Record<'gone' | 'keys' | 'pairs' | 'facts' | 'same', string>> => {
  const of = (name: string) => `${businessTable(datasetNo, version)}_${name}`
  return { gone: of('gone'), keys: of('keys'), pairs: of('pairs'), facts: of('facts'), same: of('same') }
}

/** All of them. */
export const businessTables = (datasetNo: number, version: number): string[] => [
  businessTable(datasetNo, version),
  ...Object.values(workTables(datasetNo, version)),
]
