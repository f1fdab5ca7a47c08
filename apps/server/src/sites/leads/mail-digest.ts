import { findLastHead, type SignedHead } from '@freeor/credits/log/queries'
import type { Digest, MailDigest } from '@freeor/leads/alerts/ports'
import { makeAlertToken } from '@freeor/leads/alerts/stop-token'
import { queueMail } from '@freeor/messaging/commands'
import { plainName } from '@freeor/messaging/header-safety'
import type { NoticeProps } from '@freeor/messaging/templates'
import type { Deps } from '../../deps.ts'
import { deliverMailJob } from '../../jobs/deliver-mail.ts'

type Means = Pick<Deps, 'supportEmail' | 'clock' | 'jobs' | 'auth' | 'addresses'>

const rhythms = {
  import: 'after each import',
  daily: 'once a day',
  weekly: 'once a week',
} as const

const countOf = (leads: number) => (leads === 1 ? '1 new lead' : `${leads.toLocaleString('en-US')} new leads`)

/** The newest signed head of the ledger: whoever keeps the mail can show later whether the history was rewritten. */
const headSentence = ({ treeSize, rootHash, at, statement }: SignedHead, site: string) =>
  `The ledger of all credits had ${treeSize.toLocaleString('en-US')} entries on ${at.toISOString().slice(0, 10)}, under the root ${rootHash}, signed as ${statement}. Keep this mail: with ${site}/api/log/heads it shows that no entry was ever changed.`

/** Names of searches and cells of leads are other people's words: they pass `plainName`, as every name in our mail. */
function noticeOf(
  { searches, leads, hasMore, rhythm }: Digest,
  { site, head }: { readonly site: string; readonly head: SignedHead | undefined },
): NoticeProps {
  const [first] = searches
  const names = searches.map(({ searchName }) => `“${plainName(searchName)}”`)
  const subject =
    searches.length === 1 && first
      ? `${countOf(first.leads)} in ${names[0]}`
      : `New leads in ${searches.length} saved searches`
  return {
    subject,
    heading: subject,
    paragraphs: [
      ...searches.map(({ leads: count }, index) => `${names[index]}: ${countOf(count)}.`),
      ...leads.map(({ cells, searches: of }) => {
        const where = of.map((name) => `“${plainName(name)}”`).join(', ')
        return `${cells.map(plainName).join(' · ')} (${where})`
      }),
      ...(hasMore ? ['There are more: open the searches to see all.'] : []),
      `You get this because you asked to be told ${rhythms[rhythm]} what is new in ${names.join(', ')}. The link below stops it, for one search or for all.`,
      ...(head ? [headSentence(head, site)] : []),
    ],
    action:
      searches.length === 1 && first
        ? { label: 'Open the search', url: `${site}${first.path}` }
        : { label: 'Open your searches', url: `${site}/search` },
  }
}

/** Mails a digest of alerts. Its link stops them without signing in. */
export const mailDigestWith =
  ({ supportEmail, clock, jobs, auth, addresses }: Means): MailDigest =>
  async (tx, digest) => {
    const site = addresses.of('leads')
    const token = makeAlertToken(auth.secret, digest.userId)
    await queueMail(tx, {
      to: digest.to,
      template: 'notice',
      props: noticeOf(digest, { site, head: await findLastHead(tx) }),
      brand: { productName: 'Freeor', supportAddress: supportEmail },
      now: clock.now(),
      unsubscribeUrl: () => `${site}/alerts/stop?token=${token}`,
    })
    await jobs.send(tx, deliverMailJob, {})
  }
