import { formatCount, formatDate, formatTime } from '@freeor/ui/format'
import { Anchor, Group, Title } from '@mantine/core'
import { Link } from 'react-router'
import classes from '../admin/reports.module.css'
import { downloadFile } from '../api/downloads.ts'
import type { OwnReport } from '../api/reports.ts'
import { reportTexts as words } from '../texts/reports.ts'

function stateOf({ closedAt, answer }: OwnReport): string {
  if (closedAt !== null) return words.closedOn(formatDate(closedAt))
  return words.ownState[answer === null ? 'open' : 'answered']
}

function factsOf(report: OwnReport): [name: string, value: string][] {
  const { timestamp, leads, refunded } = report
  return [
    [words.state, stateOf(report)],
    [words.date, formatTime(timestamp)],
    ...(leads === null ? [] : [[words.sentBack, formatCount(leads)] as [string, string]]),
    ...(refunded === null ? [] : [[words.refunded, words.leads(formatCount(refunded))] as [string, string]]),
  ]
}

function Answer({ report: { answer, answeredAt, state } }: { report: OwnReport }) {
  if (answer === null || answeredAt === null)
    return <p className={classes.problem}>{state === 'open' ? words.noAnswer : words.closedWithout}</p>
  return (
    <dl className={classes.texts}>
      <dt>{words.answeredOn(formatDate(answeredAt))}</dt>
      <dd>{answer}</dd>
    </dl>
  )
}

/** A report as whoever made it sees it: what they said, where it stands, what we answered and gave back. */
export function OwnReportCard({ report, mayFetch }: { report: OwnReport; mayFetch: boolean }) {
  const { kind, of: subjectId, searchName, problem, queryUrl, hasFile } = report
  return (
    <li className={classes.report}>
      <Title order={2} size="h3" className={classes.name}>
        {words.kind[kind]}: {searchName}
      </Title>
      <dl className={classes.facts}>
        {factsOf(report).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <dl className={classes.texts}>
        <dt>{words.said}</dt>
        <dd>{problem}</dd>
      </dl>
      <Answer report={report} />
      <Group gap="md">
        <Anchor component={Link} to={queryUrl.url} aria-label={words.openSearchOf(searchName)}>
          {words.openSearch}
        </Anchor>
        {hasFile && mayFetch ? (
          <Anchor href={downloadFile(subjectId)} download aria-label={words.fetchFileOf(searchName)}>
            {words.fetchFile}
          </Anchor>
        ) : null}
      </Group>
    </li>
  )
}
