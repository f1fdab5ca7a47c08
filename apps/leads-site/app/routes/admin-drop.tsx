import type { DropCycle, DropReport } from '@freeor/leads/drop/schema'
import { AdminFrame } from '@freeor/site-frame/admin/admin-frame'
import { forPage } from '@freeor/site-frame/errors/page-problem'
import { type Answer, attempt, readForm } from '@freeor/site-frame/frame/answer'
import { AnswerNote } from '@freeor/site-frame/frame/answer-note'
import { serverApi } from '@freeor/site-frame/frame/api'
import { ConfirmButton } from '@freeor/site-frame/frame/confirm-button'
import { Pane, PaneHead } from '@freeor/site-frame/frame/pane'
import { requireSuperAdmin } from '@freeor/site-frame/frame/visitor'
import { formatCount, formatDate, formatTime } from '@freeor/ui/format'
import { Table } from '@freeor/ui/table'
import { Alert, Anchor, Button, Stack, Text, TextInput } from '@mantine/core'
import { Form, useNavigation } from 'react-router'
import { addDropExemption, beginDrop, endDropExemption, readDrop } from '../api/drop.ts'
import { texts } from '../texts.ts'
import type { Route } from './+types/admin-drop'

const words = texts.drop

export const meta: Route.MetaFunction = () => [{ title: texts.titleOf(words.title) }]

export async function loader({ context }: Route.LoaderArgs) {
  const api = serverApi(context)
  await requireSuperAdmin(context, api)
  return await forPage(context, readDrop(api))
}

/** Begins or goes on, exempts, or ends an exemption. */
export async function action({ request, context }: Route.ActionArgs) {
  const { intent, text } = await readForm(request)
  const api = serverApi(context)
  const exemption = () => ({ hash: text('hash').trim(), reason: text('reason') })
  if (intent === 'exempt')
    return await attempt({ intent, work: () => addDropExemption(api, exemption()), done: words.exempted })
  if (intent === 'end')
    return await attempt({ intent, work: () => endDropExemption(api, exemption()), done: words.ended })
  return await attempt({ intent: 'begin', work: () => beginDrop(api), done: words.begun })
}

function Due({ report, answer }: { report: DropReport; answer: Answer | undefined }) {
  const { isConfigured, lastDownloadAt, dueAt, isUrgent, cycles } = report
  const isBusy = useNavigation().state === 'submitting'
  const isOpen = cycles[0] !== undefined && cycles[0].state !== 'reported'
  return (
    <Stack gap="md">
      {!isConfigured && <Alert color="yellow">{words.notConfigured}</Alert>}
      {isUrgent && <Alert color="red">{words.urgent}</Alert>}
      <Text>
        {lastDownloadAt ? words.last(formatDate(lastDownloadAt)) : words.never}{' '}
        {dueAt && words.due(formatDate(dueAt))}
      </Text>
      <AnswerNote answer={answer} intents={['begin']} />
      {isConfigured && (
        <Form method="post">
          <input type="hidden" name="intent" value="begin" />
          <Button type="submit" loading={isBusy}>
            {isOpen ? words.goOn : words.begin}
          </Button>
        </Form>
      )}
    </Stack>
  )
}

const cellsOf = (cycle: DropCycle) => [
  formatDate(cycle.startedAt),
  <Stack key="state" gap={2}>
    <Text size="sm" c={cycle.state === 'stuck' ? 'red' : undefined}>
      {words.states[cycle.state]}
      {cycle.processedAt && `, ${words.processed(formatDate(cycle.processedAt))}`}
    </Text>
    {cycle.nextAt && <Text size="sm">{words.next(formatTime(cycle.nextAt))}</Text>}
    {cycle.problem && <Text size="sm">{cycle.problem}</Text>}
  </Stack>,
  formatCount(cycle.items.deleted),
  formatCount(cycle.items.optedOut),
  formatCount(cycle.items.notFound),
  formatCount(cycle.items.exempted),
  formatCount(cycle.withdrawn),
  <Anchor
    key="evidence"
    href={`/api/drop/cycles/${cycle.id}/evidence`}
    aria-label={words.evidenceLabel(formatDate(cycle.startedAt))}
    size="sm"
  >
    {words.evidence}
  </Anchor>,
]

function ExemptForm({ answer }: { answer: Answer | undefined }) {
  const isBusy = useNavigation().state === 'submitting'
  return (
    <Form method="post">
      <input type="hidden" name="intent" value="exempt" />
      <Stack gap="md">
        <AnswerNote answer={answer} intents={['exempt', 'end']} />
        <TextInput label={words.hash} name="hash" pattern="[A-Za-z0-9+\/]{43}=" required />
        <TextInput label={words.reason} name="reason" minLength={3} maxLength={500} required />
        <Button type="submit" variant="default" w="fit-content" loading={isBusy}>
          {words.exempt}
        </Button>
      </Stack>
    </Form>
  )
}

const exemptionCells = ({ hash, reason, timestamp }: DropReport['exemptions'][number]) => [
  formatDate(timestamp),
  hash,
  reason,
  <ConfirmButton
    key="end"
    label={words.end}
    accessibleLabel={words.endLabel(hash)}
    title={words.endLabel(hash)}
    text={words.endAsk}
    confirm={words.end}
    cancel={words.cancel}
    fields={{ intent: 'end', hash }}
  >
    <TextInput label={words.reason} name="reason" minLength={3} maxLength={500} required />
  </ConfirmButton>,
]

export default function AdminDrop({ loaderData: report, actionData }: Route.ComponentProps) {
  const answer = actionData as Answer | undefined
  return (
    <AdminFrame>
      <PaneHead title={words.title} lead={words.lead} />
      <Pane title={words.schedule}>
        <Due report={report} answer={answer} />
      </Pane>
      <Pane title={words.cycles} wide>
        <Table
          label={words.table}
          columns={Object.values(words.columns)}
          empty={words.none}
          rows={report.cycles.map((cycle) => ({ key: cycle.id, cells: cellsOf(cycle) }))}
        />
      </Pane>
      <Pane title={words.exemptions} lead={words.exemptionsLead} wide>
        <ExemptForm answer={answer} />
        <Table
          label={words.exemptionsTable}
          columns={Object.values(words.exemptionColumns)}
          empty={words.noExemptions}
          rows={report.exemptions.map((one) => ({ key: one.hash, cells: exemptionCells(one) }))}
        />
      </Pane>
    </AdminFrame>
  )
}
