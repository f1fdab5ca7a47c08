import { lessonCaptions, lessons } from '@freeor/courses/catalog/tables'
import { newId } from '@freeor/kernel/ids'
import { eq } from 'drizzle-orm'
import { ensureDraftOf } from './draft-things.ts'
import type { Person } from './people.ts'
import type { Ids, Input, Row, SecurityFixture } from './security-row.ts'

const draftParams = async (fixture: SecurityFixture, as: Person) => ({
  lessonId: await ensureDraftOf(fixture, as),
})

/** A viewer of the account reads its drafts, and may not write them. */
const roles = ['owner', 'admin', 'member'] as const

const captions = { kind: 'captions', language: 'en' }

const foreignDraft = ({ draftId }: Ids): Input => ({ params: { lessonId: draftId } })

const writtenAnew = { version: 1, instructor: 'Somebody else' }
const file = 'WEBVTT\n\n00:01.000 --> 00:04.000\nWhat is conscience?\n'

/** The rows of the lesson editor. */
export const lessonEditingRows: Readonly<Record<string, Row>> = {
  readLessonSource: {
    sample: async (fixture, as) => ({ params: await draftParams(fixture, as) }),
    foreign: foreignDraft,
  },
  saveLesson: {
    writes: lessons,
    roles,
    async sample(fixture, as) {
      const params = await draftParams(fixture, as)
      const { version } = lessons
      const [row] = await fixture.deps.db
        .select({ version })
        .from(lessons)
        .where(eq(lessons.id, params.lessonId))
      const change = {
        title: 'Conscience and the law',
        videoType: 'vimeo',
        videoUrl: 'https://vimeo.com/123456789',
      }
      return { params, body: { version: row?.version ?? 1, device: newId('ses'), number: 1, ...change } }
    },
    foreign: (ids) => ({ ...foreignDraft(ids), body: writtenAnew }),
  },
  listVersions: {
    sample: async (fixture, as) => ({ params: await draftParams(fixture, as) }),
    foreign: foreignDraft,
  },
  readVersion: {
    sample: async (fixture, as) => ({ params: { ...(await draftParams(fixture, as)), version: '2' } }),
    foreign: ({ draftId }) => ({ params: { lessonId: draftId, version: '2' } }),
  },
  restoreVersion: {
    roles,
    sample: async (fixture, as) => ({ params: { ...(await draftParams(fixture, as)), version: '2' } }),
    foreign: ({ draftId }) => ({ params: { lessonId: draftId, version: '2' } }),
  },
  saveCaptions: {
    writes: lessonCaptions,
    roles,
    sample: async (fixture, as) => ({
      params: { ...(await draftParams(fixture, as)), ...captions },
      body: { label: 'English', file },
    }),
    foreign: ({ draftId }) => ({
      params: { lessonId: draftId, ...captions },
      body: { label: 'English', file },
    }),
  },
  deleteCaptions: {
    roles,
    sample: async (fixture, as) => ({ params: { ...(await draftParams(fixture, as)), ...captions } }),
    foreign: ({ draftId }) => ({ params: { lessonId: draftId, ...captions } }),
  },
}
