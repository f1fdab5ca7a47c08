import { sendDueMails } from '@freeor/courses/progress/mails/commands'
import type { CoursesDeps } from './courses-deps.ts'

/** Once an hour the mails that learners chose are queued. */
export async function startMailingLearners(deps: CoursesDeps): Promise<void> {
  const { jobs } = deps
  await jobs.work('mail-learners', { queue: { retries: 2 } }, async () => {
    await sendDueMails(deps)
  })
  await jobs.schedule('mail-learners', '41 * * * *')
}
