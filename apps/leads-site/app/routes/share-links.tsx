import { forPage } from '@freeor/site-frame/errors/page-problem'
import { type Answer, attempt, readForm } from '@freeor/site-frame/frame/answer'
import { AnswerNote } from '@freeor/site-frame/frame/answer-note'
import { serverApi } from '@freeor/site-frame/frame/api'
import { ConfirmButton } from '@freeor/site-frame/frame/confirm-button'
import { Pane, PaneHead } from '@freeor/site-frame/frame/pane'
import { readAgainWhereOutdated } from '@freeor/site-frame/frame/read-again'
import { requireLogin } from '@freeor/site-frame/frame/visitor'
import { formatCount, formatDate } from '@freeor/ui/format'
import { Table } from '@freeor/ui/table'
import { Button, Group, NumberInput } from '@mantine/core'
import { Form } from 'react-router'
import {
  listShareLinks,
  revokeShareLink,
  revokeShareLinks,
  type ShareLink,
  setSharePolicy,
  turnShareLink,
} from '../api/shares.ts'
import { NewAddress } from '../home/new-address.tsx'
import { texts } from '../texts.ts'
import type { Route } from './+types/share-links'
import classes from './search-home.module.css'

export const shouldRevalidate = readAgainWhereOutdated

const words = texts.share

export const meta: Route.MetaFunction = () => [{ title: texts.titleOf(words.links) }]

export async function loader({ context }: Route.LoaderArgs) {
  const api = serverApi(context)
  const me = await requireLogin(context, api)
  const { links, policy } = await forPage(context, listShareLinks(api))
  const { abilities } = me
  return { links, policy, seesAll: abilities['people.manage'], canRule: abilities['company.edit'] }
}

type Done = Answer & { address?: string }

/** Turns or ends a link, ends all of them, or changes the company's rule. */
export async function action({ request, context }: Route.ActionArgs) {
  const { intent, text } = await readForm(request)
  const api = serverApi(context)
  const linkId = text('linkId')
  let address: string | undefined
  const works: Record<string, readonly [() => Promise<unknown>, string]> = {
    turn: [
      async () => {
        address = await turnShareLink(api, linkId)
      },
      words.turned,
    ],
    revoke: [() => revokeShareLink(api, linkId), words.revoked],
    'revoke-all': [() => revokeShareLinks(api), words.allRevoked],
    policy: [() => setSharePolicy(api, Number(text('mostDays'))), words.policySaved],
  }
  const [work, done] = works[intent] ?? [async () => undefined, '']
  const answer = await attempt({ intent, work, done })
  return { ...answer, data: { ...answer.data, ...(address && { address }) } as Done }
}

function cellsOf(link: ShareLink) {
  const { id, searchName, kind, by, access, hasPassword, visits, mostVisits, expiresAt } = link
  return [
    <span key="search">
      {searchName} <span className={classes.note}>({words.kindOf[kind]})</span>
    </span>,
    by,
    [words.accessOf[access], ...(hasPassword ? [words.withPassword] : [])].join(', '),
    words.visitsOf(formatCount(visits), mostVisits === null ? undefined : formatCount(mostVisits)),
    formatDate(expiresAt),
    <Group key="actions" gap="xs">
      <ConfirmButton
        label={words.turn}
        accessibleLabel={words.turnLabel(searchName)}
        title={searchName}
        text={words.turnAsk}
        confirm={words.turn}
        cancel={words.cancel}
        fields={{ intent: 'turn', linkId: id }}
      />
      <ConfirmButton
        label={words.revoke}
        accessibleLabel={words.revokeLabel(searchName)}
        title={searchName}
        text={words.revokeAsk}
        confirm={words.revoke}
        cancel={words.cancel}
        fields={{ intent: 'revoke', linkId: id }}
      />
    </Group>,
  ]
}

function PolicyForm({ mostDays, answer }: { mostDays: number; answer: Answer | undefined }) {
  return (
    <Pane title={words.policy} lead={words.policyLead}>
      <AnswerNote answer={answer} intents={['policy']} />
      <Form method="post">
        <input type="hidden" name="intent" value="policy" />
        <Group align="end">
          <NumberInput
            label={words.mostDays}
            name="mostDays"
            min={1}
            max={365}
            allowDecimal={false}
            defaultValue={mostDays}
          />
          <Button type="submit" variant="default">
            {words.savePolicy}
          </Button>
        </Group>
      </Form>
    </Pane>
  )
}

export default function ShareLinksRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { links, policy, seesAll, canRule } = loaderData
  const answer = actionData as Done | undefined
  return (
    <div className={classes.page}>
      <PaneHead
        title={words.linksHeading}
        lead={seesAll ? words.linksLead : words.linksLeadOwn}
        back={{ to: '/search', label: words.back }}
      />
      <Pane wide>
        {answer?.address ? (
          <NewAddress address={answer.address} text={answer.text} />
        ) : (
          <AnswerNote answer={answer} intents={['turn', 'revoke', 'revoke-all']} />
        )}
        <Table
          label={words.table}
          columns={Object.values(words.columns)}
          empty={words.none}
          rows={links.map((link) => ({ key: link.id, cells: cellsOf(link) }))}
        />
        {links.length > 0 ? (
          <ConfirmButton
            label={words.revokeAll}
            title={words.revokeAll}
            text={words.revokeAllAsk}
            confirm={words.revokeAll}
            cancel={words.cancel}
            fields={{ intent: 'revoke-all' }}
          />
        ) : null}
      </Pane>
      {canRule ? <PolicyForm mostDays={policy.mostDays} answer={answer} /> : null}
    </div>
  )
}
