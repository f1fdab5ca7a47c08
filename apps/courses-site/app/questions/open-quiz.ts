import { type ApiClient, unwrap } from '@freeor/api-client/client'
import { forPage } from '@freeor/site-frame/errors/page-problem'
import type { PageRequest } from '@freeor/site-frame/frame/request-context'
import { openLearnerPage } from '../access/open-page.ts'

export type OpenQuiz = {
  readonly api: ApiClient
  readonly userId: string
  readonly lesson: {
    readonly id: string
    readonly title: string
    readonly courseId: string
    readonly slug: string
  }
}

/**
 * The lesson of a page of its quiz for authors. Whoever does not edit it gets the answer of a page that is not there, from
 * the first call that needs the right.
 */
export async function openQuiz(
  args: PageRequest & { params: { courseId: string; lessonSlug: string } },
): Promise<OpenQuiz> {
  const { api, me } = await openLearnerPage(args)
  const { courseId, lessonSlug } = args.params
  const asked = api.GET('/api/courses/{courseId}/lessons/{lessonSlug}', {
    params: { path: { courseId, lessonSlug } },
  })
  const { _docId: id, data } = await forPage(args.context, asked.then(unwrap))
  return { api, userId: me.user.id, lesson: { id, title: data.title, courseId, slug: data.slug } }
}
