import { createEmptyCard, fsrs, type Grade, Rating } from 'ts-fsrs'

/** A card as it is stored: what FSRS keeps of a question, its dates as ISO 8601 texts. */
export type StoredCard = Record<string, unknown>

/** In whole days: a review is a thing of a day, and a question missed today comes back tomorrow. */
const scheduler = fsrs({ enable_fuzz: false, enable_short_term: false })

/** From this many days on a question counts as kept. */
export const keptDays = 21

export type Scheduled = { readonly card: StoredCard; readonly dueAt: Date }

/**
 * The card after an answer, by FSRS: "good" for a correct one, "again" for any other.
 * @param card as it was after the answer before; undefined for the first
 */
export function scheduleReview(
  card: StoredCard | undefined,
  { correct, now }: { readonly correct: boolean; readonly now: Date },
): Scheduled {
  const grade: Grade = correct ? Rating.Good : Rating.Again
  const before = (card ?? createEmptyCard(now)) as unknown as Parameters<typeof scheduler.next>[0]
  const { card: next } = scheduler.next(before, now, grade)
  return { card: JSON.parse(JSON.stringify(next)), dueAt: next.due }
}
