import { unwrap } from '@freeor/api-client/client'
import { forPage } from '../errors/page-problem.ts'
import { attempt, expectDone, readForm } from '../frame/answer.ts'
import type { PageRequest } from '../frame/request-context.ts'
import { adminTexts } from './admin-texts.ts'
import { openAdmin } from './open-admin.ts'

/** Every message the installation wrote, newest first. */
export async function loadMail(args: PageRequest) {
  const api = await openAdmin(args)
  return await forPage(args.context, api.GET('/api/mail-outbox').then(unwrap))
}

/** One message whole. */
export async function loadMessage(args: PageRequest & { params: { mailId: string } }) {
  const api = await openAdmin(args)
  const path = { mailId: args.params.mailId }
  const mail = await forPage(
    args.context,
    api.GET('/api/mail-outbox/{mailId}', { params: { path } }).then(unwrap),
  )
  return { mail }
}
export type MessageData = Awaited<ReturnType<typeof loadMessage>>

/** Lets mail go again to the message's recipient. */
export async function submitMessage(args: PageRequest & { params: { mailId: string } }) {
  const api = await openAdmin(args)
  const form = await readForm(args.request)
  const given = { params: { path: { mailId: args.params.mailId } }, body: { reason: form.text('reason') } }
  const work = async () => expectDone(await api.POST('/api/mail-outbox/{mailId}/lift-stop', given))
  return await attempt({ intent: 'lift', work, done: adminTexts.mail.lifted })
}
