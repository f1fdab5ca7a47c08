import { AppError } from '@freeor/kernel/errors'
import type { Tx } from '@freeor/postgres/database'
import { and, desc, eq, isNull, ne, sql } from 'drizzle-orm'
import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing'
import { questions } from '../../catalog/tables.ts'
import { inOrder } from './queries.ts'

/** Keys grow where much is moved between the same two; past this length all of a lesson are given anew. */
const longestKey = 40

/** A key behind the last question of the lesson. The caller holds the lock of the lesson. */
export async function positionAtEnd(tx: Tx, lessonId: string): Promise<string> {
  const [key = ''] = await positionsAtEnd(tx, lessonId, 1)
  return key
}

/** As many keys, in order, behind the last question of the lesson. */
export async function positionsAtEnd(tx: Tx, lessonId: string, amount: number): Promise<string[]> {
  const [last] = await tx
    .select({ position: questions.position })
    .from(questions)
    .where(eq(questions.lessonId, lessonId))
    .orderBy(desc(sql`${questions.position} COLLATE "C"`))
    .limit(1)
  return generateNKeysBetween(last?.position ?? null, null, amount)
}

export type WantedPosition = {
  readonly lessonId: string
  /** Null for the first position. */
  readonly after: string | null
  /** The question that moves: its own position does not count. */
  readonly moved?: string
}

/**
 * A key behind a question of the lesson, or before all. The caller holds the lock of the lesson.
 * @throws AppError invalid_request for an `after` that is not in the lesson
 */
export async function positionAfter(tx: Tx, { lessonId, after, moved }: WantedPosition): Promise<string> {
  const rows = await tx
    .select({ id: questions.id, position: questions.position })
    .from(questions)
    .where(
      and(
        eq(questions.lessonId, lessonId),
        isNull(questions.removedAt),
        moved === undefined ? undefined : ne(questions.id, moved),
      ),
    )
    .orderBy(inOrder)
  const at = after === null ? -1 : rows.findIndex(({ id }) => id === after)
  if (after !== null && at < 0)
    throw new AppError('invalid_request', 'That question is not in this lesson.', {
      details: { field: 'after' },
    })
  const between = keyBetween(rows[at]?.position ?? null, rows[at + 1]?.position ?? null)
  if (between !== undefined && between.length <= longestKey) return between
  const keys = await rebalance(tx, rows)
  return generateKeyBetween(keys[at] ?? null, keys[at + 1] ?? null)
}

/** Undefined where the two are equal or in no order: rows of another origin may be so. */
function keyBetween(before: string | null, behind: string | null): string | undefined {
  if (before !== null && behind !== null && before >= behind) return undefined
  return generateKeyBetween(before, behind)
}

async function rebalance(tx: Tx, rows: readonly { readonly id: string }[]): Promise<string[]> {
  const keys = generateNKeysBetween(null, null, rows.length)
  for (const [at, { id }] of rows.entries())
    await tx
      .update(questions)
      .set({ position: keys[at] ?? '' })
      .where(eq(questions.id, id))
  return keys
}
