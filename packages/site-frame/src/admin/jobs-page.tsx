import { formatCount, formatTime } from '@freeor/ui/format'
import { Table } from '@freeor/ui/table'
import { Anchor, Button } from '@mantine/core'
import { Form, Link } from 'react-router'
import { AnswerNote } from '../frame/answer-note.tsx'
import type { PageProps } from '../frame/page.ts'
import { Pane, PaneHead } from '../frame/pane.tsx'
import { AdminFrame } from './admin-frame.tsx'
import type { AdminTexts } from './admin-texts.ts'
import { adminTexts } from './admin-texts.ts'
import { type JobsData, loadJobs, submitJobs } from './jobs.ts'
import { adminMeta } from './open-admin.ts'

function FailedJobs({ texts, data, queue }: { texts: AdminTexts; data: JobsData; queue: string }) {
  const words = texts.jobs
  return (
    <Pane title={words.failedOf(queue)} wide>
      <Table
        label={words.failedOf(queue)}
        columns={[words.when, words.tries, words.error, words.data, words.retry]}
        empty={words.noFailed}
        rows={data.failed.map((job) => ({
          key: job.id,
          cells: [
            formatTime(job.failedAt ?? job.createdAt),
            formatCount(job.tries),
            <span key="error">{job.error}</span>,
            <code key="data">{job.data}</code>,
            <Form key="retry" method="post">
              <input type="hidden" name="intent" value="retry" />
              <input type="hidden" name="queue" value={queue} />
              <input type="hidden" name="id" value={job.id} />
              <Button type="submit" size="xs" variant="default">
                {words.retry}
              </Button>
            </Form>,
          ],
        }))}
      />
    </Pane>
  )
}

export const meta = adminMeta('jobs')

export const loader = loadJobs

export const action = submitJobs

/** The queues, what waits in them, and what was given up. */
export default function JobsPage({
  loaderData: data,
  actionData: answer,
}: PageProps<typeof loader, typeof action>) {
  const texts = adminTexts
  const words = texts.jobs
  return (
    <AdminFrame>
      <PaneHead title={texts.pages.jobs} lead={words.lead} />
      <AnswerNote answer={answer} />
      {data.queue === null ? null : <FailedJobs texts={texts} data={data} queue={data.queue} />}
      <Table
        label={texts.pages.jobs}
        columns={[
          words.queue,
          words.waiting,
          words.active,
          words.retrying,
          words.completed,
          words.failed,
          words.lastDone,
          words.schedule,
        ]}
        empty={words.noQueue}
        rows={data.queues.map((queue) => ({
          key: queue.name,
          cells: [
            queue.name,
            formatCount(queue.waiting),
            formatCount(queue.active),
            formatCount(queue.retrying),
            formatCount(queue.completed),
            queue.failed === 0 ? (
              '0'
            ) : (
              <Anchor key="failed" component={Link} to={`?queue=${encodeURIComponent(queue.name)}`}>
                {formatCount(queue.failed)}
              </Anchor>
            ),
            queue.lastCompletedAt ? formatTime(queue.lastCompletedAt) : words.never,
            queue.schedule,
          ],
        }))}
      />
    </AdminFrame>
  )
}
