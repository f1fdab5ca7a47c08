import { formatCount, formatDate, formatTime } from '@freeor/ui/format'
import { Table } from '@freeor/ui/table'
import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import type { Answer } from '../frame/answer.ts'
import { AnswerNote } from '../frame/answer-note.tsx'
import { ConfirmButton } from '../frame/confirm-button.tsx'
import type { PageProps } from '../frame/page.ts'
import { titleMeta } from '../frame/page-meta.ts'
import { Pane, PaneHead } from '../frame/pane.tsx'
import { useSite } from '../frame/site-context.ts'
import { AdminFrame } from './admin-frame.tsx'
import { adminTexts } from './admin-texts.ts'
import { AuditTable } from './audit-table.tsx'
import { type CompanyRecordData, loadCompanyRecord, submitCompanyRecord } from './company.ts'
import { CompanyForms } from './company-forms.tsx'
import { Facts } from './facts.tsx'
import { ReasonField } from './reason-field.tsx'
import { SubscriptionTable } from './subscription-table.tsx'

export type CompanyRecordPageProps = { data: CompanyRecordData; answer: Answer | undefined }
type PartProps = Pick<CompanyRecordPageProps, 'data'>

function Members({ data }: PartProps) {
  const site = useSite()
  const texts = adminTexts
  return (
    <Table
      label={texts.companies.people}
      columns={[texts.users.email, texts.users.name, texts.users.role, texts.users.since]}
      empty={texts.none}
      rows={data.members.map((member) => ({
        key: member.userId,
        cells: [
          <Anchor key="open" component={Link} to={`/admin/users/${member.userId}`}>
            {member.email}
          </Anchor>,
          member.name,
          site.texts.people.roles[member.role],
          formatDate(member.since),
        ],
      }))}
    />
  )
}

function Lots({ data }: PartProps) {
  const { companies: words } = adminTexts
  return (
    <Table
      label={words.lots}
      columns={[words.lotKind, words.given, words.left, words.starts, words.expires]}
      empty={words.noLot}
      rows={data.money.lots.map((lot) => ({
        key: lot.id,
        cells: [
          words.lotKinds[lot.kind],
          formatCount(lot.granted),
          formatCount(lot.left),
          formatDate(lot.startsAt),
          lot.expiresAt ? formatDate(lot.expiresAt) : words.neverExpires,
        ],
      }))}
    />
  )
}

/** What files cost, and the form to refund it. */
function Files({ data }: PartProps) {
  const texts = adminTexts
  const words = texts.companies
  return (
    <Table
      label={words.files}
      columns={[words.file, words.cost, words.paid, words.refund]}
      empty={words.noFile}
      rows={data.money.files.map(({ downloadId, leads, paidAt, isRefunded }) => ({
        key: downloadId,
        cells: [
          downloadId,
          formatCount(leads),
          formatTime(paidAt),
          isRefunded ? (
            words.isRefunded
          ) : (
            <ConfirmButton
              key="refund"
              label={words.refund}
              accessibleLabel={`${words.refund}: ${downloadId}`}
              title={`${words.refund}: ${downloadId}`}
              text={words.askRefund}
              confirm={words.refund}
              cancel={texts.cancel}
              fields={{ intent: 'refund', downloadId }}
            >
              <ReasonField texts={texts} />
            </ConfirmButton>
          ),
        ],
      }))}
    />
  )
}

export const meta = titleMeta<typeof loader>(
  (_texts, record) => record?.company.name ?? adminTexts.pages.companies,
)

export const loader = loadCompanyRecord

export const action = submitCompanyRecord

/** One company: its people and money, and what a super admin may give it. */
export default function CompanyRecordPage({
  loaderData: data,
  actionData: answer,
}: PageProps<typeof loader, typeof action>) {
  const texts = adminTexts
  const words = texts.companies
  const { company, money } = data
  return (
    <AdminFrame>
      <PaneHead title={company.name} back={{ to: '/admin/companies', label: words.back }} />
      <AnswerNote answer={answer} />
      <Facts
        facts={[
          [
            words.owner,
            <Anchor key="owner" component={Link} to={`/admin/users/${company.ownerUserId}`}>
              {company.ownerEmail}
            </Anchor>,
          ],
          ...money.customers.map(
            (customer) =>
              [
                words.planOn(words.sites[customer.site]),
                `${customer.planID}, ${customer.subscription_status}`,
              ] as const,
          ),
          [words.created, formatTime(company.createdAt)],
          [texts.users.id, company.id],
        ]}
      />
      <CompanyForms data={data} answer={answer} />
      <Pane title={words.people} wide>
        <Members data={data} />
      </Pane>
      {data.givesLeads ? (
        <>
          <Pane title={words.lots} wide>
            <Lots data={data} />
          </Pane>
          <Pane title={words.files} wide>
            <Files data={data} />
          </Pane>
        </>
      ) : null}
      <Pane title={texts.pages.subscriptions} wide>
        <SubscriptionTable
          texts={texts}
          subscriptions={data.subscriptions}
          empty={texts.subscriptions.none}
        />
      </Pane>
      <Pane title={texts.pages.audit} wide>
        <AuditTable texts={texts} entries={data.audit} empty={texts.audit.none} />
      </Pane>
    </AdminFrame>
  )
}
