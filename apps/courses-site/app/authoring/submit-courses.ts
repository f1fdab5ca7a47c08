import { unwrap } from '@freeor/api-client/client'
import { themeColors } from '@freeor/content/theme-colors'
import { attempt, expectDone, type ReadForm, readForm, refusal } from '@freeor/site-frame/frame/answer'
import { serverApi } from '@freeor/site-frame/frame/api'
import type { PageRequest } from '@freeor/site-frame/frame/request-context'
import { redirect } from 'react-router'
import { openLearnerPage } from '../access/open-page.ts'
import { coursePath } from '../course/paths.ts'
import { authoringTexts } from '../texts/authoring.ts'

const words = authoringTexts

const colorIn = ({ text }: ReadForm) => {
  const themeColor = themeColors.find((color) => color === text('themeColor'))
  return themeColor ? { themeColor } : {}
}

const flagIn = ({ text }: ReadForm, name: 'favorite' | 'archived') =>
  text(name) === '' ? {} : { [name]: text(name) === 'true' }

/** Makes, changes, copies, places and marks courses. A new course is opened. */
export async function submitCourses(args: PageRequest) {
  await openLearnerPage(args)
  const api = serverApi(args.context)
  const form = await readForm(args.request)
  const { intent, text } = form
  const params = { path: { courseId: text('id') } }
  switch (intent) {
    case 'create': {
      let made = ''
      const body = { name: text('name'), ...colorIn(form) }
      const work = async () => {
        made = unwrap(await api.POST('/api/courses', { body }))._docId
      }
      const answer = await attempt({ intent, work, done: words.created })
      return answer.data.ok ? redirect(coursePath(made)) : answer
    }
    case 'change': {
      const body = { name: text('name'), description: text('description'), ...colorIn(form) }
      const work = async () => unwrap(await api.PATCH('/api/courses/{courseId}', { params, body }))
      return await attempt({ intent, work, done: words.saved })
    }
    case 'mark': {
      const body = { ...flagIn(form, 'favorite'), ...flagIn(form, 'archived') }
      const work = async () => unwrap(await api.PATCH('/api/courses/{courseId}', { params, body }))
      return await attempt({ intent, work, done: '' })
    }
    case 'duplicate': {
      const work = async () => unwrap(await api.POST('/api/courses/{courseId}/duplicate', { params }))
      return await attempt({ intent, work, done: words.duplicated })
    }
    case 'move': {
      const body = { after: text('after') || null }
      const work = async () => expectDone(await api.POST('/api/courses/{courseId}/move', { params, body }))
      return await attempt({ intent, work, done: words.moved })
    }
    default:
      return refusal('', words.notDone)
  }
}
