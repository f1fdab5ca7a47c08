import type { Tx } from '@freeor/postgres/database'
import { learnerChoices } from '../tables.ts'
import { readChoices } from './queries.ts'
import type { LearnerChoices } from './schema.ts'

/** Keeps what is sent of a learner's choices; the rest stays. @returns all of them */
export async function changeChoices(
  tx: Tx,
  userId: string,
  changed: { readonly [Key in keyof LearnerChoices]?: boolean | undefined },
  now: Date,
): Promise<LearnerChoices> {
  const given = Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined))
  const row = { ...given, updatedAt: now }
  await tx
    .insert(learnerChoices)
    .values({ userId, ...row })
    .onConflictDoUpdate({ target: learnerChoices.userId, set: row })
  return await readChoices(tx, userId)
}
