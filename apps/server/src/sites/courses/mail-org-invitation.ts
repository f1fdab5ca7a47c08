import type { MailOrgInvitation } from '@freeor/courses/organizations/invitations/ports'
import { queueMail } from '@freeor/messaging/commands'
import type { Deps } from '../../deps.ts'
import { deliverMailJob } from '../../jobs/deliver-mail.ts'

/** An admin of an organization writes to a person through us: nothing in the mail is theirs but their address. */
export const mailOrgInvitationWith =
  ({ supportEmail, clock, jobs }: Pick<Deps, 'supportEmail' | 'clock' | 'jobs'>): MailOrgInvitation =>
  async (tx, { to, organization, inviter, url }) => {
    const heading = `Learn with ${organization}`
    await queueMail(tx, {
      to,
      template: 'notice',
      props: {
        ...{ subject: `${organization} invites you to its courses`, heading },
        paragraphs: [
          `${inviter} invites you to the courses of ${organization}.`,
          'Once you accept, the admins of the organization see how far you are: percent, minutes watched, scores, dates and certificates. They never see which answers you chose.',
          'If you do not know who that is, you can leave it: nothing happens without you. The link works for 14 days.',
        ],
        action: { label: 'Accept the invitation', url },
      },
      brand: { productName: 'Freeor', supportAddress: supportEmail },
      now: clock.now(),
    })
    await jobs.send(tx, deliverMailJob, {})
  }
