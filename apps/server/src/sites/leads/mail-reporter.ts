import type { ReportDeps } from '@freeor/leads/reports/ports'
import { queueMail } from '@freeor/messaging/commands'
import { plainName } from '@freeor/messaging/header-safety'
import type { Deps } from '../../deps.ts'
import { deliverMailJob } from '../../jobs/deliver-mail.ts'

type Means = Pick<Deps, 'supportEmail' | 'clock' | 'jobs' | 'addresses'>

const leads = (count: number) => (count === 1 ? '1 lead was' : `${count.toLocaleString('en-US')} leads were`)

/** Tells whoever reported something what came of it. */
export const mailReporterWith =
  ({ supportEmail, clock, jobs, addresses }: Means): ReportDeps['mailReporter'] =>
  async (tx, { to, searchName, answer, refunded, isClosed }) => {
    const name = plainName(searchName)
    await queueMail(tx, {
      to,
      template: 'notice',
      props: {
        subject: `Your report of ${name}`,
        heading: `Your report of ${name}`,
        paragraphs: [
          ...(answer?.split(/\n\s*\n/).map((paragraph) => paragraph.trim()) ?? []),
          ...(refunded === undefined ? [] : [`${leads(refunded)} given back to your account.`]),
          ...(isClosed ? ['With this the report is closed.'] : []),
        ].filter(Boolean),
        action: { label: 'See your reports', url: `${addresses.of('leads')}/settings/reports` },
      },
      brand: { productName: 'Freeor Leads', supportAddress: supportEmail },
      now: clock.now(),
    })
    await jobs.send(tx, deliverMailJob, {})
  }
