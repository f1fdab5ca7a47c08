import { type AddedCourse, addCourse } from '@freeor/courses/catalog/testing'
import { addNote } from '@freeor/courses/progress/commands'
import { questionImports } from '@freeor/courses/questions/import/tables'
import { newId } from '@freeor/kernel/ids'
import type { CompaniesFixture } from './companies-fixture.ts'
import type { Person } from './people.ts'

const made = new WeakMap<object, Promise<AddedCourse>>()

const vtt = 'WEBVTT\n\n00:01.000 --> 00:04.000\nWhat is conscience?\n'

/** The course of a fixture, with two published lessons, the first with captions; of the super admin's account. */
export function ensureCourse({ deps: { db }, people }: CompaniesFixture): Promise<AddedCourse> {
  const { companyId } = people.superAdmin
  const captions = [{ kind: 'captions', language: 'en', label: 'English', vtt }] as const
  const wanted = { companyId, name: 'Liberty of conscience', lessons: [{ captions }, {}] }
  const course = made.get(db) ?? addCourse(db, wanted)
  made.set(db, course)
  return course
}

/** A note of the person in the first lesson of the fixture's course. Gives its id. */
export async function addNoteOf(
  fixture: CompaniesFixture,
  { userId }: Pick<Person, 'userId'>,
): Promise<string> {
  const [lesson] = (await ensureCourse(fixture)).lessons
  const at = { viewer: { userId, seesDrafts: false }, lessonId: lesson?.id ?? '' }
  return (await addNote(fixture.deps, at, { second: 95, text: 'Compare with lesson 2' })).id
}

/**
 * A course of the person's company, archived so that it does not count in the plan; its lessons may be changed. Gives its
 * first lesson with two of the questions.
 */
export async function addCourseOf(
  { deps: { db } }: Pick<CompaniesFixture, 'deps'>,
  { companyId }: Pick<Person, 'companyId'>,
  { archivedAt = new Date() }: { archivedAt?: Date | null } = {},
): Promise<{ courseId: string; placedId: string; authoredId: string; nextId: string }> {
  const wanted = { companyId, name: 'Of an author', lessons: [{ published: false }, {}] }
  const { id, lessons } = await addCourse(db, { ...wanted, ...(archivedAt && { archivedAt }) })
  const [{ id: placedId, questions } = { id: '', questions: [] }] = lessons
  const [authored, next] = questions
  return { courseId: id, placedId, authoredId: authored?.id ?? '', nextId: next?.id ?? '' }
}

/** A file of questions that the person has read and not brought in yet. Gives the import's id. */
export async function addQuestionImport(
  { deps: { db, clock } }: Pick<CompaniesFixture, 'deps'>,
  { companyId, userId }: Pick<Person, 'companyId' | 'userId'>,
): Promise<string> {
  const id = newId('qim')
  const question = { question: 'Who wrote it?', options: ['Madison', 'Locke'], answer: 0, explanation: null }
  const read = { id, companyId, userId, fileName: 'bank.gift', questions: [question] }
  await db.insert(questionImports).values({ ...read, createdAt: clock.now() })
  return id
}
