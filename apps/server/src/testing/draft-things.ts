import { companies, users } from '@freeor/accounts/tables'
import { saveLesson } from '@freeor/courses/authoring/lessons/commands'
import { lessonCaptions } from '@freeor/courses/catalog/tables'
import { addCourse } from '@freeor/courses/catalog/testing'
import { newId } from '@freeor/kernel/ids'
import { eq } from 'drizzle-orm'
import type { CompaniesFixture } from './companies-fixture.ts'
import type { Person } from './people.ts'

const vtt = 'WEBVTT\n\n00:01.000 --> 00:04.000\nWhat is conscience?\n'

const made = new WeakMap<object, Map<string, Promise<string>>>()

/** A draft of the company's only course, with two versions and with captions. Gives its id. */
export async function ensureDraftOf(
  fixture: CompaniesFixture,
  { companyId }: Pick<Person, 'companyId'>,
): Promise<string> {
  const { db } = fixture.deps
  const drafts = made.get(db) ?? new Map<string, Promise<string>>()
  made.set(db, drafts)
  const draft = drafts.get(companyId) ?? addDraft(fixture, companyId)
  drafts.set(companyId, draft)
  const lessonId = await draft
  // A call may have deleted them.
  const captions = { lessonId, kind: 'captions', language: 'en', label: 'English', vtt } as const
  await db
    .insert(lessonCaptions)
    .values({ id: newId('cap'), ...captions })
    .onConflictDoNothing()
  return lessonId
}

async function addDraft({ deps }: CompaniesFixture, companyId: string): Promise<string> {
  const { db } = deps
  const [owner] = await db
    .select({ userId: users.id, email: users.email, name: users.name })
    .from(companies)
    .innerJoin(users, eq(users.id, companies.ownerUserId))
    .where(eq(companies.id, companyId))
  if (!owner) throw new Error('There is no such company')
  const draft = { title: 'Conscience and law', published: false }
  const [lesson] = (await addCourse(db, { companyId, lessons: [draft] })).lessons
  const lessonId = lesson?.id ?? ''
  await saveLesson(deps, {
    actor: { kind: 'user', ...owner, emailVerified: true, superAdmin: false, sessionId: 'ses_test' },
    lessonId,
    change: { version: 1, transcript: 'What the law may ask of a conscience.\n' },
  })
  return lessonId
}
