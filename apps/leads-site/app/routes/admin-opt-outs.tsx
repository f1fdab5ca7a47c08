import type { OptOut } from '@freeor/leads/opt-outs/schema'
import { AdminFrame } from '@freeor/site-frame/admin/admin-frame'
import { forPage } from '@freeor/site-frame/errors/page-problem'
import { type Answer, attempt, readForm } from '@freeor/site-frame/frame/answer'
import { AnswerNote } from '@freeor/site-frame/frame/answer-note'
import { serverApi } from '@freeor/site-frame/frame/api'
import { ConfirmButton } from '@freeor/site-frame/frame/confirm-button'
import { Pane, PaneHead } from '@freeor/site-frame/frame/pane'
import { useChanges } from '@freeor/site-frame/frame/use-changes'
import { requireSuperAdmin } from '@freeor/site-frame/frame/visitor'
import { formatCount, formatDate } from '@freeor/ui/format'
import { Table } from '@freeor/ui/table'
import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core'
import { Form, useNavigation } from 'react-router'
import { addOptOuts, listOptOuts, removeOptOut } from '../api/opt-outs.ts'
import { texts } from '../texts.ts'
import type { Route } from './+types/admin-opt-outs'

const words = texts.optOuts

export const meta: Route.MetaFunction = () => [{ title: texts.titleOf(words.title) }]

export async function loader({ request, context }: Route.LoaderArgs) {
  const api = serverApi(context)
  await requireSuperAdmin(context, api)
  const q = new URL(request.url).searchParams.get('q')?.trim() || undefined
  const { total, optOuts } = await forPage(context, listOptOuts(api, q))
  return { q: q ?? '', total, optOuts }
}

/** Adds people, or takes one off. */
export async function action({ request, context }: Route.ActionArgs) {
  const { intent, text } = await readForm(request)
  const api = serverApi(context)
  if (intent === 'remove') {
    const work = () => removeOptOut(api, text('optOutId'), text('reason'))
    return await attempt({ intent, work, done: words.removed })
  }
  let said = ''
  const work = async () => {
    const { added, leads, files, unread } = await addOptOuts(api, {
      text: text('text'),
      reason: text('reason'),
    })
    said = words.added(formatCount(added), formatCount(leads), formatCount(files), formatCount(unread))
  }
  const answer = await attempt({ intent: 'add', work, done: '' })
  return answer.data.ok ? { ...answer, data: { ...answer.data, text: said } } : answer
}

function AddForm({ answer }: { answer: Answer | undefined }) {
  const isBusy = useNavigation().state === 'submitting'
  const added = answer?.intent === 'add' ? answer : undefined
  const { form, onInput } = useChanges({ text: '', reason: '' }, added)
  return (
    <Form method="post" ref={form} onInput={onInput}>
      <input type="hidden" name="intent" value="add" />
      <Stack gap="md">
        <AnswerNote answer={answer} intents={['add']} />
        <Textarea label={words.entries} name="text" rows={4} required />
        <TextInput label={words.reason} name="reason" minLength={3} maxLength={500} required />
        <Button type="submit" w="fit-content" loading={isBusy}>
          {words.addNow}
        </Button>
      </Stack>
    </Form>
  )
}

function CheckForm({ q }: { q: string }) {
  return (
    <Form method="get" role="search">
      <Group align="end">
        <TextInput label={words.checkLabel} name="q" defaultValue={q} maxLength={500} />
        <Button type="submit" variant="default">
          {words.checkNow}
        </Button>
      </Group>
    </Form>
  )
}

const cellsOf = ({ id, form, shown, reason, timestamp }: OptOut) => [
  formatDate(timestamp),
  words.forms[form],
  shown,
  reason,
  <ConfirmButton
    key="remove"
    label={words.remove}
    accessibleLabel={words.removeLabel(shown)}
    title={words.removeLabel(shown)}
    text={words.removeAsk}
    confirm={words.remove}
    cancel={words.cancel}
    fields={{ intent: 'remove', optOutId: id }}
  >
    <TextInput label={words.reason} name="reason" minLength={3} maxLength={500} required />
  </ConfirmButton>,
]

export default function AdminOptOuts({ loaderData, actionData }: Route.ComponentProps) {
  const { q, total, optOuts } = loaderData
  const answer = actionData as Answer | undefined
  return (
    <AdminFrame>
      <PaneHead title={words.title} lead={words.lead} />
      <Pane title={words.add} lead={words.addLead}>
        <AddForm answer={answer} />
      </Pane>
      <Pane title={words.check}>
        <CheckForm q={q} />
      </Pane>
      <Pane title={words.list} lead={words.total(formatCount(total))} wide>
        <AnswerNote answer={answer} intents={['remove']} />
        <Table
          label={words.table}
          columns={Object.values(words.columns)}
          empty={q === '' ? words.none : words.notFound(q)}
          rows={optOuts.map((one) => ({ key: one.id, cells: cellsOf(one) }))}
        />
      </Pane>
    </AdminFrame>
  )
}
