/**
 * `freeor.zip_lists(list_id String, zip String)` ORDER BY (list_id, zip): the codes of uploaded ZIP lists. A list never
 * changes, and PostgreSQL has it; it is copied to this table before the first search that names it.
 */
export const zipListTable = 'freeor.zip_lists'

export const createZipListTable = `CREATE TABLE IF NOT EXISTS ${zipListTable} (list_id String, zip String)
  ENGINE = MergeTree ORDER BY (list_id, zip)`

/** The codes of some lists. @param ids the placeholder of their ids */
export const listedZips = (ids: string): string => `(SELECT zip FROM ${zipListTable} WHERE list_id IN ${ids})`
