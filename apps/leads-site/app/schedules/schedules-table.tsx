import { ConfirmButton } from '@freeor/site-frame/frame/confirm-button'
import { formatCount, formatDate } from '@freeor/ui/format'
import { Table } from '@freeor/ui/table'
import { Button, Group, Text, TextInput } from '@mantine/core'
import { Form } from 'react-router'
import type { Schedule, ScheduleRun } from '../api/scheduled-downloads.ts'
import { scheduleTexts as words } from '../texts/schedules.ts'
import { texts } from '../texts.ts'

type Props = { schedules: readonly Schedule[] /** Who looks. */; userId: string }

/** Downloads that repeat: when the next one is due, what came of the last ones, and what waits. */
export function SchedulesTable({ schedules, userId }: Props) {
  return (
    <Table
      label={words.title}
      columns={Object.values(words.columns)}
      empty={words.none}
      rows={schedules.map((schedule) => ({
        key: schedule.id,
        cells: [
          <Name key="name" schedule={schedule} isOwn={schedule.uid === userId} />,
          words.rhythms[schedule.rhythm],
          formatCount(schedule.ceiling),
          schedule.nextAt ? formatDate(schedule.nextAt) : words.paused,
          <Runs key="runs" runs={schedule.runs} />,
          <Actions key="actions" schedule={schedule} isOwn={schedule.uid === userId} />,
        ],
      }))}
    />
  )
}

function Name({ schedule, isOwn }: { schedule: Schedule; isOwn: boolean }) {
  const { searchName, name, email } = schedule
  return isOwn ? searchName : `${searchName}, ${words.by(name || email)}`
}

const said = ({ state, dueAt, rows, newLeads }: ScheduleRun) =>
  words.states[state](formatDate(dueAt), formatCount(rows), formatCount(newLeads))

function Runs({ runs }: { runs: readonly ScheduleRun[] }) {
  if (runs.length === 0) return words.never
  return runs.map((run) => (
    <Text key={run.id} size="sm">
      {said(run)}
      {run.reason ? `. ${run.reason}` : ''}
    </Text>
  ))
}

function Actions({ schedule, isOwn }: { schedule: Schedule; isOwn: boolean }) {
  const { id, searchName, paused, runs } = schedule
  const waiting = isOwn ? runs.find(({ state }) => state === 'waiting') : undefined
  return (
    <Group gap="xs">
      {waiting ? <OrderButton schedule={schedule} waiting={waiting} /> : null}
      <Form method="post">
        <input type="hidden" name="scheduleId" value={id} />
        <Button
          type="submit"
          name="intent"
          value={paused ? 'resume' : 'pause'}
          variant="default"
          size="xs"
          aria-label={paused ? words.resumeOf(searchName) : words.pauseOf(searchName)}
        >
          {paused ? words.resume : words.pause}
        </Button>
      </Form>
      <ConfirmButton
        label={words.change}
        accessibleLabel={words.changeOf(searchName)}
        title={words.changeOf(searchName)}
        text={words.changeAsk}
        confirm={words.save}
        cancel={texts.downloads.close}
        fields={{ intent: 'ceiling', scheduleId: id }}
      >
        <TextInput
          label={words.change}
          name="ceiling"
          inputMode="numeric"
          pattern="[0-9]{1,7}"
          required
          defaultValue={String(schedule.ceiling)}
        />
      </ConfirmButton>
      <ConfirmButton
        label={words.delete}
        accessibleLabel={words.deleteOf(searchName)}
        title={words.deleteOf(searchName)}
        text={words.deleteAsk}
        confirm={words.delete}
        cancel={texts.downloads.close}
        fields={{ intent: 'delete', scheduleId: id }}
      />
    </Group>
  )
}

function OrderButton({ schedule, waiting }: { schedule: Schedule; waiting: ScheduleRun }) {
  const leads = formatCount(waiting.newLeads)
  return (
    <ConfirmButton
      label={words.order}
      accessibleLabel={words.orderOf(schedule.searchName, leads)}
      title={words.orderOf(schedule.searchName, leads)}
      text={words.orderAsk(leads)}
      confirm={words.order}
      cancel={texts.downloads.close}
      fields={{
        ...{ intent: 'order', scheduleId: schedule.id, runId: waiting.id },
        newLeads: String(waiting.newLeads),
      }}
    />
  )
}
