import { ApiProblem, unwrap } from '@freeor/api-client/client'
import { forPage } from '@freeor/site-frame/errors/page-problem'
import { serverApi } from '@freeor/site-frame/frame/api'
import { redirect } from 'react-router'
import type { Route } from './+types/retake-quiz'

export const loader = ({ params }: Route.LoaderArgs) => redirect(`/quiz/${params.quizId}`)

/**
 * A new attempt, which leads to another page. It has an address of its own, so that the graded page asks first where a
 * report of a question is written in it.
 */
export async function action({ context, params }: Route.ActionArgs) {
  const path = { attemptId: params.quizId }
  const asked = serverApi(context).POST('/api/quiz-attempts/{attemptId}/retake', { params: { path } })
  const again = await asked.then(unwrap).catch(async (error: unknown) => {
    if (isOfGoneLesson(error)) return { id: params.quizId }
    return await forPage(context, Promise.reject(error))
  })
  return redirect(`/quiz/${again.id}`)
}

/** The lesson was unpublished while its graded quiz was open. That page says so when it is read again. */
const isOfGoneLesson = (error: unknown): boolean =>
  error instanceof ApiProblem && error.code === 'conflict' && error.details.graded === undefined
