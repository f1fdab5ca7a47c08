import { and, eq, ne } from 'drizzle-orm'
import type { DropDeps } from './ports.ts'
import type { Cycle } from './queries.ts'
import { dropCycles } from './tables.ts'

/** Notes what the state answered, and when it is asked again. */
export async function noteAnswer(
  { db, clock }: Pick<DropDeps, 'db' | 'clock'>,
  cycle: Pick<Cycle, 'id'>,
  { seconds, message }: { readonly seconds: number; readonly message: string },
): Promise<void> {
  const nextAt = new Date(clock.now().getTime() + seconds * 1000)
  await db
    .update(dropCycles)
    .set({ nextAt, problem: message })
    .where(and(eq(dropCycles.id, cycle.id), ne(dropCycles.state, 'reported')))
}
