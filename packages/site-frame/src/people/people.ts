import { type ApiClient, unwrap } from '@freeor/api-client/client'
import { forPage } from '../errors/page-problem.ts'
import { attempt, expectDone, type ReadForm, readForm, refusal } from '../frame/answer.ts'
import type { PageRequest } from '../frame/request-context.ts'
import { openPane } from '../settings/open-pane.ts'
import type { PeopleTexts } from './people-texts.ts'

/** Everybody of the company, who is invited, and the seats. */
export async function loadPeople(args: PageRequest) {
  const { api, me } = await openPane(args, 'people')
  const [{ companyUsers }, { seats }] = await forPage(
    args.context,
    Promise.all([api.GET('/api/company/users').then(unwrap), api.GET('/api/company').then(unwrap)]),
  )
  const canManage = me.abilities['people.manage']
  // During an impersonation nobody is invited.
  const canInvite = canManage && me.impersonatedBy === null
  return { companyUsers, seats, uid: me.user.id, canManage, canInvite, now: Date.now() }
}
export type PeopleData = Awaited<ReturnType<typeof loadPeople>>
export type CompanyUser = PeopleData['companyUsers'][number]

export const givenRoles = ['member', 'admin', 'viewer'] as const
export type GivenRole = (typeof givenRoles)[number]

const roleIn = (form: ReadForm): GivenRole =>
  givenRoles.find((role) => role === form.text('role')) ?? 'member'

type Action = { done: string; work: () => Promise<unknown> }

/** What a form of the page requests, by its intent. */
function actionOf(api: ApiClient, texts: PeopleTexts, form: ReadForm): Action | undefined {
  const [id, email, role] = [form.text('id'), form.text('email'), roleIn(form)]
  const memberId = { params: { path: { memberId: id } } }
  const invitationId = { params: { path: { invitationId: id } } }
  const actions: Record<string, Action> = {
    invite: {
      done: texts.sent(email),
      work: async () => unwrap(await api.POST('/api/invitations', { body: { email, role } })),
    },
    resend: {
      done: texts.sent(email),
      work: async () => unwrap(await api.POST('/api/invitations/{invitationId}/resend', invitationId)),
    },
    revoke: {
      done: texts.revoked(email),
      work: async () => expectDone(await api.DELETE('/api/invitations/{invitationId}', invitationId)),
    },
    role: {
      done: texts.roleSaved(email, texts.roles[role]),
      work: async () =>
        expectDone(await api.PATCH('/api/company/users/{memberId}', { ...memberId, body: { role } })),
    },
    remove: {
      done: texts.removed(email),
      work: async () => expectDone(await api.DELETE('/api/company/users/{memberId}', memberId)),
    },
  }
  return Object.hasOwn(actions, form.intent) ? actions[form.intent] : undefined
}

/** Invites, sends again, revokes, changes a role or removes. */
export async function submitPeople(args: PageRequest) {
  const { api, site } = await openPane(args, 'people')
  const form = await readForm(args.request)
  const action = actionOf(api, site.texts.people, form)
  if (!action) return refusal(form.intent, site.texts.states.wrong, 400)
  return await attempt({ intent: form.intent, ...action })
}
