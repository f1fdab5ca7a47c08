import { unwrap } from '@freeor/api-client/client'
import { forPage } from '@freeor/site-frame/errors/page-problem'
import type { PageHandle } from '@freeor/site-frame/frame/page'
import { Title } from '@mantine/core'
import { Link } from 'react-router'
import { openLearnerPage } from '../access/open-page.ts'
import { lessonPath } from '../course/paths.ts'
import classes from '../editor/lesson-editor.module.css'
import { LessonEditor } from '../editor/lesson-editor.tsx'
import { editorTexts } from '../texts/editor.ts'
import { texts } from '../texts.ts'
import type { Route } from './+types/lesson-edit'

/** An author who gives the lesson another address goes on writing. */
export const handle: PageHandle = { keepsState: true }

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: texts.titleOf(editorTexts.title(loaderData?.source.content.title ?? '')) },
]

/** For everybody who may not see drafts of the account, this page is not there. */
export async function loader({ context, url, params }: Route.LoaderArgs) {
  const { api, me } = await openLearnerPage({ context, url })
  const { courseId, lessonSlug } = params
  const read = async () => {
    const path = { courseId, lessonSlug }
    const at = api.GET('/api/courses/{courseId}/lessons/{lessonSlug}', { params: { path } })
    const { _docId: lessonId, data, isPreview } = unwrap(await at)
    const asked = api.GET('/api/lessons/{lessonId}/source', { params: { path: { lessonId } } })
    return { source: unwrap(await asked), courseLesson: { slug: data.slug, order: data.order, isPreview } }
  }
  const { source, courseLesson } = await forPage(context, read())
  return { source, courseLesson, courseId, userId: me.user.id, isActing: me.impersonatedBy !== null }
}

export default function LessonEdit({ loaderData }: Route.ComponentProps) {
  const { source, courseId, courseLesson, userId, isActing } = loaderData
  if (source.abilities.edit && !isActing)
    return <LessonEditor key={source._docId} {...{ source, courseId, courseLesson, userId }} />
  return (
    <div className={classes.page}>
      <Title order={1}>{editorTexts.title(source.content.title)}</Title>
      <p>{isActing ? editorTexts.acting : editorTexts.readOnly}</p>
      <p>
        <Link to={lessonPath(courseId, courseLesson.slug)}>{editorTexts.back}</Link>
      </p>
    </div>
  )
}
