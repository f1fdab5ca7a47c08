import { containing } from '@freeor/postgres/containing'
import type { Tx } from '@freeor/postgres/database'
import { and, desc, eq, ilike, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import { lessons, questions, questionVersions } from '../../catalog/tables.ts'
import { isCurrentVersion, positionInLesson, toAuthorQuestion } from '../editing/queries.ts'
import type { BankQuestion } from '../schema.ts'

export type BankFilter = {
  /** The account whose questions are searched; the caller has checked that its reader edits them. */
  readonly companyId: string
  /** Words that all stand in the question, its options or its explanation. */
  readonly text: string
  /** Questions of this lesson are left out: they are there already. */
  readonly withoutLesson?: string | undefined
  readonly from: number
  readonly limit: number
}

const holds = (word: string): SQL | undefined =>
  or(
    ilike(questionVersions.question, containing(word)),
    ilike(questionVersions.explanation, containing(word)),
    sql`EXISTS (SELECT 1 FROM jsonb_array_elements(${questionVersions.options}) AS option
      WHERE option->>'text' ILIKE ${containing(word)})`,
  )

/** The questions of an account, the newest first: those of drafts and archived lessons too, as nothing is lost. */
export async function searchBank(
  tx: Tx,
  { companyId, text, withoutLesson, from, limit }: BankFilter,
): Promise<{ total: number; questions: BankQuestion[] }> {
  const words = text.split(/\s+/).filter((word) => word !== '')
  const isFound = and(
    eq(lessons.companyId, companyId),
    isNull(questions.removedAt),
    withoutLesson === undefined ? undefined : ne(questions.lessonId, withoutLesson),
    ...words.slice(0, 20).map(holds),
  )
  const [count] = await tx
    .select({ total: sql<number>`count(*)::int` })
    .from(questions)
    .innerJoin(lessons, eq(lessons.id, questions.lessonId))
    .innerJoin(questionVersions, isCurrentVersion)
    .where(isFound)
  const rows = await tx
    .select({
      question: questions,
      version: questionVersions,
      position: positionInLesson,
      lessonTitle: lessons.title,
    })
    .from(questions)
    .innerJoin(lessons, eq(lessons.id, questions.lessonId))
    .innerJoin(questionVersions, isCurrentVersion)
    .where(isFound)
    .orderBy(desc(questions.createdAt), questions.id)
    .offset(from)
    .limit(limit)
  return {
    total: count?.total ?? 0,
    questions: rows.map(({ lessonTitle, ...row }) => ({ ...toAuthorQuestion(row), lessonTitle })),
  }
}
