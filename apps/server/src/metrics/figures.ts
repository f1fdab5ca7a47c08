import type { HeldReservations } from '@freeor/credits/reservations/queries'
import type { OutboxMeasure } from '@freeor/messaging/queries'
import type { QueueDepth } from '@freeor/postgres/job-queues'
import type { EngineStates } from '../ask-engines.ts'
import type { BackupAges } from '../backup/backup-ages.ts'

/** What was read of the database; undefined parts could not be read now. */
export type StoredFigures = {
  readonly queues: readonly QueueDepth[]
  readonly mail: OutboxMeasure
  readonly held: HeldReservations
  /** Entries of the ledger that its log does not have yet. */
  readonly pendingEntries: number
}

/** What is so now, as opposed to what was counted. */
export type Figures = {
  readonly engines: EngineStates
  /** Connections of this process to PostgreSQL. */
  readonly pool: {
    readonly most: number
    readonly open: number
    readonly idle: number
    readonly waiting: number
  }
  /** Undefined while PostgreSQL does not answer. */
  readonly stored: StoredFigures | undefined
  /** Undefined where none are made; `unknown` while their store does not answer. */
  readonly backups: BackupAges | 'unknown' | undefined
  /** Live streams of this process. */
  readonly streams: number
  readonly isDiskLow: boolean
}

type Sample = {
  readonly name: string
  readonly help: string
  readonly labels?: Readonly<Record<string, string>>
  readonly value: number
}

/** The gauges of some figures; what is unknown has none. */
export function samplesOf(figures: Figures): Sample[] {
  const { engines, stored, streams, isDiskLow } = figures
  const up = { name: 'freeor_postgres_up', help: 'Whether PostgreSQL answers: 1 or 0' }
  return [
    { ...up, value: Number(engines.postgres) },
    ...samplesOfPool(figures.pool),
    ...(engines.clickhouse === 'off'
      ? []
      : [
          {
            name: 'freeor_clickhouse_up',
            help: 'Whether ClickHouse answers: 1 or 0',
            value: Number(engines.clickhouse === 'ok'),
          },
        ]),
    { name: 'freeor_live_streams', help: 'Live streams that are open in this process', value: streams },
    {
      name: 'freeor_disk_low',
      help: 'Whether the disk has no room for anything new: 1 or 0',
      value: Number(isDiskLow),
    },
    ...(figures.backups ? samplesOfBackups(figures.backups) : []),
    ...(stored ? samplesOfStored(stored) : []),
  ]
}

function samplesOfPool({ most, open, idle, waiting }: Figures['pool']): Sample[] {
  const name = 'freeor_postgres_connections'
  const help = 'Connections of this process to PostgreSQL, by what they do'
  return [
    { name, help, labels: { state: 'busy' }, value: open - idle },
    { name, help, labels: { state: 'idle' }, value: idle },
    { name: 'freeor_postgres_connections_max', help: 'The most connections of this process', value: most },
    {
      name: 'freeor_postgres_connection_requests_waiting',
      help: 'Requests of this process that wait for a connection',
      value: waiting,
    },
  ]
}

/** A store that does not answer is said to be so: what is absent sets off no alert. */
function samplesOfBackups(ages: BackupAges | 'unknown'): Sample[] {
  const store = { name: 'freeor_backup_store_up', help: 'Whether the store of backups answers: 1 or 0' }
  if (ages === 'unknown') return [{ ...store, value: 0 }]
  return [
    { ...store, value: 1 },
    {
      name: 'freeor_backup_age_seconds',
      help: 'How old the newest stored backup is; +Inf where there is none',
      value: ages.newest,
    },
    {
      name: 'freeor_backup_drill_age_seconds',
      help: 'Since the last drill, if it found its backup good; +Inf where it did not, and where there was none',
      value: ages.drill,
    },
  ]
}

const samplesOfStored = ({ queues, mail, held, pendingEntries }: StoredFigures): Sample[] => [
  ...queues.flatMap(({ name: queue, due, oldestSeconds }) => [
    {
      name: 'freeor_queue_jobs_due',
      help: 'Jobs that could run now and wait, by queue; 50,000 at most are counted',
      labels: { queue },
      value: due,
    },
    {
      name: 'freeor_queue_oldest_job_seconds',
      help: 'How long the first of them has waited',
      labels: { queue },
      value: oldestSeconds,
    },
  ]),
  {
    name: 'freeor_mail_waiting',
    help: 'Mails that are neither sent nor failed; 50,000 at most are counted',
    value: mail.waiting,
  },
  {
    name: 'freeor_mail_oldest_seconds',
    help: 'Since the oldest mail that waits was queued',
    value: mail.oldestSeconds,
  },
  {
    name: 'freeor_mail_failed_in_day',
    help: 'Mails of the last 24 hours that failed',
    value: mail.failedInDay,
  },
  {
    name: 'freeor_ledger_reservations_held',
    help: 'Reservations of credits that are neither settled nor released',
    value: held.amount,
  },
  {
    name: 'freeor_ledger_oldest_reservation_seconds',
    help: 'How old the first of them is',
    value: held.oldestSeconds,
  },
  {
    name: 'freeor_ledger_log_pending_entries',
    help: 'Entries of the ledger that wait for its log',
    value: pendingEntries,
  },
]
