import { isOutage } from './outage.ts'

/** One of many that could not be done. */
export type Failure = { readonly name: string; readonly error: unknown }

/**
 * Does the work for each item, one after the other. One that fails stops no other: its failure is given back with the
 * others at the end, for `throwFailures`. While PostgreSQL is away nothing is tried further.
 * @throws whatever says that PostgreSQL is away
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

/** A failed statement's message goes on with its values, which are people's data. */
const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? ''
