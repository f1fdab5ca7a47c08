import { ConfirmButton } from '@freeor/site-frame/frame/confirm-button'
import { formatCount, formatDate } from '@freeor/ui/format'
import { Table } from '@freeor/ui/table'
import { Group, TextInput } from '@mantine/core'
import type { DownloadApproval } from '../api/spending.ts'
import { texts } from '../texts.ts'

const words = texts.spending

type Props = {
  label: string
  empty: string
  approvals: readonly DownloadApproval[]
  /** Who looks. */
  userId: string
  mayDecide: boolean
}

/** Downloads above a limit: those of others to be decided, one's own to be taken back. */
export function ApprovalsTable({ label, empty, approvals, userId, mayDecide }: Props) {
  return (
    <Table
      label={label}
      columns={Object.values(words.approvalColumns)}
      empty={empty}
      rows={approvals.map((approval) => ({
        key: approval.id,
        cells: [
          approval.name || approval.email,
          approval.searchName,
          formatCount(approval.newLeads),
          approval.note,
          stateOf(approval),
          <Decisions
            key="actions"
            approval={approval}
            isOwn={approval.uid === userId}
            mayDecide={mayDecide}
          />,
        ],
      }))}
    />
  )
}

function stateOf({ state, expiresAt, reason }: DownloadApproval): string {
  const text = words.states[state](formatDate(expiresAt))
  return reason ? `${text}: ${reason}` : text
}

type DecisionsProps = { approval: DownloadApproval; isOwn: boolean; mayDecide: boolean }

function Decisions({ approval, isOwn, mayDecide }: DecisionsProps) {
  const { id, searchName, state } = approval
  if (state !== 'waiting') return null
  const leads = formatCount(approval.newLeads)
  if (isOwn)
    return (
      <ConfirmButton
        label={words.withdraw}
        accessibleLabel={words.withdrawOf(searchName)}
        title={words.withdrawOf(searchName)}
        text={words.withdrawAsk}
        confirm={words.withdraw}
        cancel={texts.downloads.close}
        fields={{ intent: 'withdraw', approvalId: id }}
      />
    )
  if (!mayDecide) return null
  return (
    <Group gap="xs">
      <ConfirmButton
        label={words.approve}
        accessibleLabel={words.approveOf(searchName, leads)}
        title={words.approveOf(searchName, leads)}
        text={words.approveAsk(leads)}
        confirm={words.approve}
        cancel={texts.downloads.close}
        fields={{ intent: 'approve', approvalId: id }}
      />
      <ConfirmButton
        label={words.refuse}
        accessibleLabel={words.refuseOf(searchName)}
        title={words.refuseOf(searchName)}
        text={words.refuseAsk}
        confirm={words.refuse}
        cancel={texts.downloads.close}
        fields={{ intent: 'refuse', approvalId: id }}
      >
        <TextInput label={words.reason} name="reason" maxLength={500} autoComplete="off" />
      </ConfirmButton>
    </Group>
  )
}
