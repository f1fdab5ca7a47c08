import { forPage, refuse } from '@freeor/site-frame/errors/page-problem'
import { type Answer, attempt, readForm } from '@freeor/site-frame/frame/answer'
import { AnswerNote } from '@freeor/site-frame/frame/answer-note'
import { serverApi } from '@freeor/site-frame/frame/api'
import { HeldWhileActing } from '@freeor/site-frame/frame/held-while-acting'
import { Pane, PaneHead } from '@freeor/site-frame/frame/pane'
import { readAgainWhereOutdated } from '@freeor/site-frame/frame/read-again'
import { requireLogin } from '@freeor/site-frame/frame/visitor'
import { SettingsFrame } from '@freeor/site-frame/settings/settings-frame'
import { formatCount, formatDate } from '@freeor/ui/format'
import { Table } from '@freeor/ui/table'
import { Anchor, Button, Checkbox, Code, Fieldset, Group, Stack, TextInput } from '@mantine/core'
import { Form, Link } from 'react-router'
import {
  addWebhook,
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  replayDelivery,
  setWebhookActive,
  testWebhook,
  turnWebhookSecret,
  type Webhook,
  type WebhookEvent,
} from '../api/webhooks.ts'
import { texts } from '../texts.ts'
import { WebhookAction, WebhookLog } from '../webhooks/webhook-log.tsx'
import type { Route } from './+types/settings-webhooks'

export const shouldRevalidate = readAgainWhereOutdated

const words = texts.webhooks

export const meta: Route.MetaFunction = () => [{ title: texts.titleOf(words.title) }]

export async function loader({ context, request }: Route.LoaderArgs) {
  const api = serverApi(context)
  const me = await requireLogin(context, api)
  if (!me.abilities['webhooks.manage']) throw refuse(context, 'forbidden', 403)
  const { endpoints, events } = await forPage(context, listWebhooks(api))
  const shown = endpoints.find(({ id }) => id === new URL(request.url).searchParams.get('log'))
  const deliveries = shown ? await forPage(context, listWebhookDeliveries(api, shown.id)) : []
  return { endpoints, events, log: shown ? { webhook: shown, deliveries } : null }
}

type Done = Answer & { secret?: string }

/** Adds, tests, turns or ends a webhook, or sends a delivery again. */
export async function action({ request, context }: Route.ActionArgs) {
  const { intent, text, all } = await readForm(request)
  const api = serverApi(context)
  const endpointId = text('endpointId')
  let secret: string | undefined
  const works: Record<string, readonly [() => Promise<unknown>, string]> = {
    add: [
      async () => {
        // A value that is no event is refused there.
        secret = await addWebhook(api, { url: text('url'), events: all('events') as WebhookEvent[] })
      },
      words.added,
    ],
    turn: [
      async () => {
        secret = await turnWebhookSecret(api, endpointId)
      },
      words.turned,
    ],
    on: [() => setWebhookActive(api, endpointId, true), words.changed],
    off: [() => setWebhookActive(api, endpointId, false), words.changed],
    delete: [() => deleteWebhook(api, endpointId), words.removed],
    test: [() => testWebhook(api, endpointId), words.tested],
    replay: [() => replayDelivery(api, endpointId, text('deliveryId')), words.replayed],
  }
  const [work, done] = works[intent] ?? [async () => undefined, '']
  const answer = await attempt({ intent, work, done })
  return { ...answer, data: { ...answer.data, ...(secret && { secret }) } as Done }
}

function cellsOf(webhook: Webhook) {
  const { id, url, events, active, offReason, failingSince, waiting } = webhook
  const state = [
    active ? words.on : words.offOf[offReason ?? 'by_hand'],
    ...(active && failingSince ? [words.failing(formatDate(failingSince))] : []),
    ...(waiting > 0 ? [words.waiting(formatCount(waiting))] : []),
  ]
  const turning = active
    ? ({
        intent: 'off',
        label: words.turnOff,
        accessibleLabel: words.turnOffOf(url),
        text: words.turnOffAsk,
      } as const)
    : ({ intent: 'on', label: words.turnOn, accessibleLabel: words.turnOnOf(url) } as const)
  return [
    url,
    events.map((event) => words.events[event as WebhookEvent]).join('; '),
    state.join(', '),
    <Group key="actions" gap="xs">
      <Button component={Link} to={`?log=${id}`} size="xs" variant="default" aria-label={words.logOf(url)}>
        {words.log}
      </Button>
      {active ? (
        <WebhookAction
          {...{ webhook, intent: 'test', label: words.test, accessibleLabel: words.testOf(url) }}
        />
      ) : null}
      <WebhookAction
        {...{ webhook, intent: 'turn', label: words.turn, accessibleLabel: words.turnOf(url) }}
        text={words.turnAsk}
      />
      <WebhookAction webhook={webhook} {...turning} />
      <WebhookAction
        {...{ webhook, intent: 'delete', label: words.remove, accessibleLabel: words.removeOf(url) }}
        text={words.removeAsk}
      />
    </Group>,
  ]
}

function AddForm({ events }: { events: WebhookEvent[] }) {
  return (
    <Form method="post">
      <input type="hidden" name="intent" value="add" />
      <Stack gap="md">
        <TextInput
          label={words.url}
          description={words.urlHint}
          name="url"
          type="url"
          autoComplete="off"
          required
          withAsterisk={false}
          maxLength={500}
        />
        <Fieldset legend={words.told}>
          {events.map((event) => (
            <Checkbox key={event} name="events" value={event} label={words.events[event]} mt="xs" />
          ))}
        </Fieldset>
        <Button type="submit" w="fit-content">
          {words.add}
        </Button>
      </Stack>
    </Form>
  )
}

/** Where the company wants to be told of what happens, for its owner and admins. */
export default function SettingsWebhooks({ loaderData, actionData }: Route.ComponentProps) {
  const { endpoints, events, log } = loaderData
  const answer = actionData as Done | undefined
  return (
    <SettingsFrame>
      <PaneHead
        title={words.title}
        lead={
          <>
            {words.lead} <Anchor href="/api/docs">{words.docs}</Anchor>
          </>
        }
      />
      <HeldWhileActing>
        <Pane title={words.add}>
          <AnswerNote answer={answer} />
          {answer?.secret ? <Code block>{answer.secret}</Code> : null}
          <AddForm events={events} />
        </Pane>
        <Pane title={words.list} wide>
          <Table
            label={words.list}
            columns={Object.values(words.columns)}
            empty={words.none}
            hasRowHeads
            rows={endpoints.map((webhook) => ({ key: webhook.id, cells: cellsOf(webhook) }))}
          />
        </Pane>
        {log ? <WebhookLog {...log} /> : null}
      </HeldWhileActing>
    </SettingsFrame>
  )
}
