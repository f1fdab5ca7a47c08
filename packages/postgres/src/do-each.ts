import { isOutage } from './outage.ts'

/** An item whose work failed. */
export type Failure = { readonly name: string; readonly error: unknown }

/**
 * Does the work for each item, one after the other. One that fails does not stop the others: the failures are returned
 * at the end, for `throwFailures`. When PostgreSQL is away it stops.
 * @throws the error that says that PostgreSQL is away
 */
export async function doEach<Item>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
  work: (item: Item) => Promise<unknown>,
): Promise<Failure[]> {
  const failures: Failure[] = []
  for (const item of items) {
    try {
      await work(item)
    } catch (error) {
      if (isOutage(error)) throw error
      failures.push({ name: nameOf(item), error })
    }
  }
  return failures
}

const told = 5

/** Ends a job as failed when anything in it failed, so that it is logged and tried again. @throws AggregateError */
export function throwFailures(failures: readonly Failure[]): void {
  if (failures.length === 0) return
  const shown = failures.slice(0, told).map(({ name, error }) => `${name}: ${firstLine(error)}`)
  const more = failures.length > told ? `; and ${failures.length - told} more` : ''
  throw new AggregateError(
    failures.map(({ error }) => error),
    `${failures.length} could not be done, the others were: ${shown.join('; ')}${more}`,
  )
}

/** The message of a failed statement continues with its values, which are personal data. */
const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? ''
