/** Where they are kept, for as long as the tab is open: a reload does not make a second order of the first. */
const STORED_AT = 'freeor-orders'
/** A tab in which nothing is ever answered keeps the last ones. */
const MOST = 20

/** Where the browser keeps nothing for the page: they last as long as it. */
let inMemory: Readonly<Record<string, string>> = {}

function readKeys(): Readonly<Record<string, string>> {
  try {
    return JSON.parse(sessionStorage.getItem(STORED_AT) ?? '{}')
  } catch {
    return inMemory
  }
}

function writeKeys(entries: readonly [string, string][]): void {
  inMemory = Object.fromEntries(entries.slice(-MOST))
  try {
    sessionStorage.setItem(STORED_AT, JSON.stringify(inMemory))
  } catch {
    // Full, or not there.
  }
}

/**
 * The Idempotency-Key of an order: the one it had before, until an answer says that it was made. A refusal does not say
 * that it was not: the session has ended, or there were too many requests, after an order whose answer was lost.
 */
export function keyOfOrder(request: string): string {
  const keys = readKeys()
  const key = keys[request] ?? crypto.randomUUID()
  writeKeys(Object.entries({ ...keys, [request]: key }))
  return key
}

/** The order was made: the same request is another order from now on. */
export const forgetOrder = (request: string): void =>
  writeKeys(Object.entries(readKeys()).filter(([known]) => known !== request))
