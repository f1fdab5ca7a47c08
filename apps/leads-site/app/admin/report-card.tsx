import { useChanges } from '@freeor/site-frame/frame/use-changes'
import { formatCount, formatTime } from '@freeor/ui/format'
import { Button, Checkbox, Stack, Textarea, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Form, Link, useNavigation } from 'react-router'
import type { ReportDetails } from '../api/reports.ts'
import { reportTexts as words } from '../texts/reports.ts'
import classes from './reports.module.css'

function factsOf({ uid, email, companyId, companyName, ...report }: ReportDetails): [string, ReactNode][] {
  const { filter, dslFilter, url } = report.queryUrl
  return [
    [
      words.user,
      <Link key="user" to={`/admin/users/${uid}`}>
        {email}
      </Link>,
    ],
    [
      words.company,
      <Link key="company" to={`/admin/companies/${companyId}`}>
        {companyName}
      </Link>,
    ],
    [words.date, formatTime(report.timestamp)],
    [words.device, report.device],
    [
      words.query,
      <Link key="query" to={url}>
        {[filter, dslFilter].filter(Boolean).join(' ') || url}
      </Link>,
    ],
    ...(report.cost === null
      ? []
      : [[words.cost, words.leads(formatCount(report.cost))] as [string, ReactNode]]),
    ...(report.refunded === null
      ? []
      : [[words.refunded, words.leads(formatCount(report.refunded))] as [string, ReactNode]]),
    ...(report.answer === null ? [] : [[words.answered, report.answer] as [string, ReactNode]]),
  ]
}

/** A report with its details, and what can be done with it while it is open. */
export function ReportCard({ report }: { report: ReportDetails }) {
  const { id, kind, searchName, problem, state } = report
  return (
    <li className={classes.report}>
      <Title order={2} size="h3">
        {words.kind[kind]}: {searchName}
      </Title>
      <p className={classes.problem}>{problem}</p>
      <dl className={classes.facts}>
        {factsOf(report).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {state === 'open' ? <HandleForm key={id} report={report} /> : null}
    </li>
  )
}

function HandleForm({ report: { id, cost, refunded } }: { report: ReportDetails }) {
  const isBusy = useNavigation().formData?.get('report') === id
  const { form, onInput } = useChanges({ answer: '' })
  return (
    <Form method="post" ref={form} onInput={onInput} preventScrollReset>
      <input type="hidden" name="report" value={id} />
      <Stack gap="sm" align="flex-start">
        <Textarea name="answer" label={words.answer} maxLength={5000} autosize minRows={3} w="100%" />
        {cost !== null && cost > 0 && refunded === null ? (
          <Checkbox name="refund" value="yes" label={words.refund(formatCount(cost))} />
        ) : null}
        <Checkbox name="close" value="yes" label={words.close} />
        <Button type="submit" loading={isBusy}>
          {words.handle}
        </Button>
      </Stack>
    </Form>
  )
}
