import type { Tx } from '@freeor/postgres/database'
import { sql } from 'drizzle-orm'
import type { Range } from '../watched-ranges.ts'
import type { ViewingAnswer } from './schema.ts'
import { viewingCurve } from './viewing-curve.ts'

type Row = { watched: Range[]; told: number | null; written: number | null }

/** The length that most players told: one may have played another video at this place, long ago. */
function usualLength(rows: readonly Row[]): number | null {
  const counts = new Map<number, number>()
  for (const { told } of rows)
    if (told !== null && told > 0) counts.set(Math.round(told), (counts.get(Math.round(told)) ?? 0) + 1)
  const [most] = [...counts].sort((one, other) => other[1] - one[1] || other[0] - one[0])
  return most?.[0] ?? null
}

/**
 * Where the viewers of a lesson's video are, and where they leave it. The caller has checked that its reader edits the
 * lesson.
 */
export async function readViewing(tx: Tx, lessonId: string): Promise<ViewingAnswer> {
  const { rows } = await tx.execute<Row>(sql`
    SELECT p.watched, p.duration_seconds AS told, l.duration_seconds AS written
    FROM lesson_progress p JOIN lessons l ON l.id = p.lesson_id
    WHERE p.lesson_id = ${lessonId} AND p.watched <> '[]'::jsonb`)
  const duration = rows[0]?.written ?? usualLength(rows)
  if (duration === null || duration <= 0)
    return { lessonId, viewers: rows.length, seconds: null, watched: [], ended: [] }
  const curve = viewingCurve(rows.map(({ watched: ranges }) => ({ ranges, duration })))
  return {
    ...{ lessonId, viewers: rows.length, seconds: duration },
    ...{ watched: [...curve.watched], ended: [...curve.ended] },
  }
}
