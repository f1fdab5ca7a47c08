import { getStopped, stopMails } from '@freeor/courses/progress/mails/commands'
import { mailsOfToken, mailTokenInput } from '@freeor/courses/progress/mails/schema'
import { coursesOperation } from '../../sites/courses/courses-deps.ts'

export const openMailStopOperation = coursesOperation({
  id: 'openMailStop',
  method: 'post',
  path: '/api/learning/mail-stops/open',
  area: 'lessons',
  summary: 'Which mails the link in a mail stops; it changes nothing',
  access: 'public',
  whileImpersonating: 'read',
  body: mailTokenInput,
  answer: mailsOfToken,
  handle: async ({ deps, body }) => ({ kind: getStopped(deps.auth.secret, body.token).kind }),
})

export const stopMailsOperation = coursesOperation({
  id: 'stopLearnerMails',
  method: 'post',
  path: '/api/learning/mail-stops',
  area: 'lessons',
  summary: 'Stops one kind of mails about learning, by the link in a mail and without signing in',
  access: 'public',
  body: mailTokenInput,
  answer: mailsOfToken,
  async handle({ deps: { db, auth, clock }, body: { token } }) {
    return { kind: await stopMails(db, { secret: auth.secret, token, now: clock.now() }) }
  },
})
