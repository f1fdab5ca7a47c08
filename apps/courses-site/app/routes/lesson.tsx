import { type ApiClient, unwrap } from '@freeor/api-client/client'
import { readKeptMarkdown } from '@freeor/site-frame/documents/read-markdown'
import { useParams } from 'react-router'
import { forCourse, openCoursePage } from '../access/open-page.ts'
import { LessonPage } from '../lesson/lesson-page.tsx'
import { texts } from '../texts.ts'
import type { Route } from './+types/lesson'

export const meta: Route.MetaFunction = ({ loaderData }) => {
  const { title, description } = loaderData?.lesson.data ?? { title: texts.courses.title, description: '' }
  const whole = texts.titleOf(title)
  // Never the transcript.
  return [
    { title: whole },
    { name: 'description', content: description },
    { property: 'og:title', content: whole },
    { property: 'og:description', content: description },
  ]
}

export async function loader({ context, url, params }: Route.LoaderArgs) {
  const { api, me } = await openCoursePage({ context, url })
  const { courseId, lessonSlug } = params
  const load = async () => {
    const asked = api.GET('/api/courses/{courseId}/lessons/{lessonSlug}', {
      params: { path: { courseId, lessonSlug } },
    })
    const { data, ...rest } = unwrap(await asked)
    const { transcript, ...shown } = data
    const lesson = { ...rest, data: shown }
    const read = { lesson, transcript: await readKeptMarkdown(transcript) }
    if (!me.user) return { ...read, learning: undefined }
    const isKept = me.impersonatedBy === null
    // Others of the account come to the editor from the page of their course.
    const mayEdit = isKept && (me.user.superAdmin || me.user.id === lesson.aid)
    return { ...read, learning: { ...(await readLearning(api, courseId, lesson._docId)), isKept, mayEdit } }
  }
  return await forCourse(context, load())
}

/** What only somebody with an account sees beside a lesson. */
async function readLearning(api: ApiClient, courseId: string, lessonId: string) {
  const ofCourse = { params: { path: { courseId } } }
  const [course, { lessons }, { notes }] = await Promise.all([
    api.GET('/api/courses/{courseId}', ofCourse).then(unwrap),
    api.GET('/api/courses/{courseId}/lessons', ofCourse).then(unwrap),
    api.GET('/api/lessons/{lessonId}/notes', { params: { path: { lessonId } } }).then(unwrap),
  ])
  return { course, lessons, notes }
}

/** Each lesson has a page of its own: its player and notes are not the next one's. */
export default function Lesson({ loaderData }: Route.ComponentProps) {
  const { courseId } = useParams()
  return <LessonPage key={`${courseId} ${loaderData.lesson._docId}`} {...loaderData} />
}
