import { type ApiClient, unwrap } from '@freeor/api-client/client'
import {
  type Answer,
  attempt,
  expectDone,
  type ReadForm,
  readForm,
  refusal,
} from '@freeor/site-frame/frame/answer'
import { serverApi } from '@freeor/site-frame/frame/api'
import type { PageRequest } from '@freeor/site-frame/frame/request-context'
import { openLearnerPage } from '../access/open-page.ts'
import { authoringTexts } from '../texts/authoring.ts'

const words = authoringTexts
const say = words.lessons

type Submitted = { readonly api: ApiClient; readonly form: ReadForm; readonly courseId: string }

async function add({ api, form: { intent, text }, courseId }: Submitted) {
  const lessonId = text('lessonId')
  const title = text('title')
  const body = { ...(lessonId && { lessonId }), ...(title && { title }) }
  let added = ''
  const work = async () => {
    const params = { path: { courseId } }
    added = unwrap(await api.POST('/api/courses/{courseId}/lessons', { params, body })).data.title
  }
  const answer = await attempt({ intent, work, done: '' })
  if (!answer.data.ok) return answer
  return { ...answer, data: { intent, ok: true, text: say.added(added) } satisfies Answer }
}

async function unpublish({ api, form: { intent, text } }: Submitted) {
  let open = 0
  const work = async () => {
    const params = { path: { lessonId: text('id') } }
    open = unwrap(await api.POST('/api/lessons/{lessonId}/unpublish', { params })).openAttempts
  }
  const answer = await attempt({ intent, work, done: '' })
  if (!answer.data.ok) return answer
  const sentences = [say.unpublished(text('title')), ...(open > 0 ? [say.stillOpen(open)] : [])]
  return { ...answer, data: { intent, ok: true, text: sentences.join(' ') } satisfies Answer }
}

/** Adds, moves, changes, publishes and archives the lessons of a course. */
export async function submitLessons(args: PageRequest & { readonly params: { readonly courseId: string } }) {
  await openLearnerPage(args)
  const form = await readForm(args.request)
  const { courseId } = args.params
  const submitted: Submitted = { api: serverApi(args.context), form, courseId }
  const { api } = submitted
  const { intent, text } = form
  const lesson = { params: { path: { lessonId: text('id') } } }
  const courseLesson = { params: { path: { courseId, lessonId: text('id') } } }
  const change = async (work: () => Promise<unknown>, done: string) => await attempt({ intent, work, done })
  switch (intent) {
    case 'add':
    case 'add-existing':
      return await add(submitted)
    case 'unpublish':
      return await unpublish(submitted)
    case 'publish':
      return await change(
        async () => unwrap(await api.POST('/api/lessons/{lessonId}/publish', lesson)),
        say.published(text('title')),
      )
    case 'archive':
      return await change(
        async () => unwrap(await api.POST('/api/lessons/{lessonId}/archive', lesson)),
        words.didArchive(text('title')),
      )
    case 'restore':
      return await change(
        async () => unwrap(await api.POST('/api/lessons/{lessonId}/restore-archived', lesson)),
        words.didUnarchive(text('title')),
      )
    case 'move': {
      const body = { after: text('after') || null }
      const path = '/api/courses/{courseId}/lessons/{lessonId}/move'
      return await change(
        async () => expectDone(await api.POST(path, { ...courseLesson, body })),
        words.moved,
      )
    }
    case 'change': {
      const body = { slug: text('slug'), isPreview: text('isPreview') === 'true' }
      const path = '/api/courses/{courseId}/lessons/{lessonId}'
      return await change(async () => unwrap(await api.PATCH(path, { ...courseLesson, body })), words.saved)
    }
    case 'remove': {
      const path = '/api/courses/{courseId}/lessons/{lessonId}'
      return await change(
        async () => expectDone(await api.DELETE(path, courseLesson)),
        say.removed(text('title')),
      )
    }
    default:
      return refusal('', words.notDone)
  }
}
