import { formatCount, formatDuration } from '@freeor/ui/format'
import { Table } from '@freeor/ui/table'
import { Alert, Button } from '@mantine/core'
import { Link } from 'react-router'
import type { PageProps } from '../frame/page.ts'
import { Pane, PaneHead } from '../frame/pane.tsx'
import { AdminFrame } from './admin-frame.tsx'
import { adminTexts } from './admin-texts.ts'
import { Facts } from './facts.tsx'
import { adminMeta } from './open-admin.ts'
import { loadStatus, type StatusData } from './status.ts'
import { StatusPlots } from './status-plots.tsx'
import { statusTexts } from './status-texts.ts'

const words = statusTexts

const age = (seconds: number): string => (seconds < 1 ? words.none : formatDuration(seconds))

/** What needs somebody now, in words; nothing where all is well. */
function Problems({ data }: { data: StatusData }) {
  const problems = [
    ...(data.postgres === 'down' ? [words.problems.postgres] : []),
    ...(data.clickhouse === 'down' ? [words.problems.clickhouse] : []),
    ...(data.disk === 'full' ? [words.problems.disk] : []),
    ...(data.stored === null ? [words.problems.stored] : []),
  ]
  if (problems.length === 0) return <p>{words.allWell}</p>
  return problems.map((problem) => (
    <Alert key={problem} color="red" title={words.problem}>
      {problem}
    </Alert>
  ))
}

function factsOf(data: StatusData): [string, string][] {
  const { connections, version, node, uptimeSeconds, streams } = data
  return [
    [words.postgres, words.states[data.postgres]],
    [words.clickhouse, words.states[data.clickhouse]],
    [words.disk, words.states[data.disk]],
    [words.poolUse, words.ofMost(formatCount(connections.busy), formatCount(connections.most))],
    [words.poolWaiting, formatCount(connections.waiting)],
    [words.streams, formatCount(streams)],
    [words.version, version],
    [words.node, node],
    [words.uptime, formatDuration(uptimeSeconds)],
  ]
}

function factsOfStored({ oldestJob, mail, ledger }: NonNullable<StatusData['stored']>): [string, string][] {
  return [
    [words.oldestJob, oldestJob ? words.jobOf(oldestJob.name, age(oldestJob.oldestSeconds)) : words.none],
    [words.mailWaiting, formatCount(mail.waiting)],
    [words.mailOldest, mail.waiting === 0 ? words.none : age(mail.oldestSeconds)],
    [words.mailFailed, formatCount(mail.failedInDay)],
    [words.held, formatCount(ledger.held)],
    [words.heldOldest, ledger.held === 0 ? words.none : age(ledger.oldestSeconds)],
    [words.pendingEntries, formatCount(ledger.pendingEntries)],
  ]
}

function Queues({ queues }: Pick<NonNullable<StatusData['stored']>, 'queues'>) {
  const waiting = queues.filter(({ due }) => due > 0)
  return (
    <Pane title={words.queues} lead={words.queuesLead(formatCount(queues.length))} wide>
      <Table
        label={words.queues}
        columns={[
          words.queue,
          { title: words.due, isNumeric: true },
          { title: words.oldest, isNumeric: true },
        ]}
        empty={words.noJobWaits}
        hasRowHeads
        rows={waiting.map(({ name, due, oldestSeconds }) => ({
          key: name,
          cells: [name, formatCount(due), age(oldestSeconds)],
        }))}
      />
    </Pane>
  )
}

export const meta = adminMeta('status')

export const loader = loadStatus

/** Health of the engines, what waits, and the last hour. */
export default function StatusPage({ loaderData: data }: PageProps<typeof loader>) {
  return (
    <AdminFrame>
      <PaneHead title={adminTexts.pages.status} lead={words.lead} />
      <Button component={Link} to="." variant="default" w="fit-content" preventScrollReset>
        {words.again}
      </Button>
      <Problems data={data} />
      <Pane title={words.now} wide>
        <Facts facts={factsOf(data)} />
      </Pane>
      {data.stored ? (
        <>
          <Pane title={words.waits} wide>
            <Facts facts={factsOfStored(data.stored)} />
          </Pane>
          <Queues queues={data.stored.queues} />
        </>
      ) : null}
      <Pane title={words.hour} lead={words.hourLead} wide>
        <StatusPlots spans={data.spans} />
      </Pane>
    </AdminFrame>
  )
}
