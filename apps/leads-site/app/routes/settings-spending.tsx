import { forPage, refuse } from '@freeor/site-frame/errors/page-problem'
import { attempt, readForm, refusal } from '@freeor/site-frame/frame/answer'
import { AnswerNote } from '@freeor/site-frame/frame/answer-note'
import { serverApi } from '@freeor/site-frame/frame/api'
import { HeldWhileActing } from '@freeor/site-frame/frame/held-while-acting'
import { Pane, PaneHead } from '@freeor/site-frame/frame/pane'
import { requireLogin } from '@freeor/site-frame/frame/visitor'
import { SettingsFrame } from '@freeor/site-frame/settings/settings-frame'
import { formatDate } from '@freeor/ui/format'
import {
  approveDownload,
  readSpending,
  refuseDownload,
  setSpendingLimit,
  withdrawRequest,
} from '../api/spending.ts'
import { ApprovalsTable } from '../spending/approvals-table.tsx'
import { MembersTable } from '../spending/members-table.tsx'
import { texts } from '../texts.ts'
import type { Route } from './+types/settings-spending'

const words = texts.spending

export const meta: Route.MetaFunction = () => [{ title: texts.titleOf(words.title) }]

export async function loader({ context }: Route.LoaderArgs) {
  const api = serverApi(context)
  const me = await requireLogin(context, api)
  if (!me.abilities['downloads.order']) throw refuse(context, 'forbidden', 403)
  const spending = await forPage(context, readSpending(api))
  return { spending, userId: me.user.id, mayManage: me.abilities['people.manage'] }
}

/** A limit as it was typed: empty for none. */
function readLimit(text: string): number | null | undefined {
  if (text === '') return null
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined
}

/** Sets a limit, or settles a download that waits for approval. */
export async function action({ request, context }: Route.ActionArgs) {
  const { intent, text } = await readForm(request)
  const api = serverApi(context)
  const approvalId = text('approvalId')
  const limit = readLimit(text('leads'))
  if (intent === 'limit' && limit === undefined) return refusal(intent, words.wrong)
  const works: Record<string, readonly [() => Promise<unknown>, string]> = {
    limit: [() => setSpendingLimit(api, text('memberId'), limit ?? null), words.saved],
    approve: [() => approveDownload(api, approvalId), words.approved],
    refuse: [() => refuseDownload(api, approvalId, text('reason')), words.refused],
    withdraw: [() => withdrawRequest(api, approvalId), words.withdrawn],
  }
  const [work, done] = works[intent] ?? [async () => undefined, '']
  return await attempt({ intent, work, done })
}

/** How much members may take, and downloads above that which wait for the owner or an admin. */
export default function SettingsSpending({ loaderData, actionData }: Route.ComponentProps) {
  const { spending, userId, mayManage } = loaderData
  const { approvals, members, periodStart, periodEnd } = spending
  const who = { userId, mayDecide: mayManage }
  return (
    <SettingsFrame>
      <PaneHead title={words.title} lead={words.lead} />
      <AnswerNote answer={actionData} />
      <HeldWhileActing>
        <Pane title={words.waiting} wide>
          <ApprovalsTable
            {...who}
            label={words.waiting}
            empty={words.noneWaiting}
            approvals={approvals.filter(({ state }) => state === 'waiting')}
          />
        </Pane>
        <Pane title={mayManage ? words.members : words.own} wide>
          <p>{words.period(formatDate(periodStart), formatDate(periodEnd))}</p>
          <MembersTable members={members} userId={userId} maySet={mayManage} />
        </Pane>
      </HeldWhileActing>
      <Pane title={words.settled} wide>
        <ApprovalsTable
          {...who}
          label={words.settled}
          empty={words.noneSettled}
          approvals={approvals.filter(({ state }) => state !== 'waiting')}
        />
      </Pane>
    </SettingsFrame>
  )
}
