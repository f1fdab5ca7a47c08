import { formatCount } from '@freeor/ui/format'
import { Table } from '@freeor/ui/table'
import { Button, Group, Progress, Text, TextInput } from '@mantine/core'
import { Form } from 'react-router'
import type { MemberSpending } from '../api/spending.ts'
import { texts } from '../texts.ts'

const words = texts.spending

type Props = {
  members: readonly MemberSpending[]
  userId: string
  maySet: boolean
}

/** What each member has taken of their limit, with a field for those whose limit one may set. */
export function MembersTable({ members, userId, maySet }: Props) {
  return (
    <Table
      label={words.members}
      columns={Object.values(words.memberColumns)}
      empty={words.noMembers}
      hasRowHeads
      rows={members.map((member) => ({
        key: member.memberId,
        cells: [
          member.name || member.email,
          <Use key="used" member={member} />,
          maySet && member.role !== 'owner' && member.uid !== userId ? (
            <LimitForm key={`limit ${member.limit}`} member={member} />
          ) : (
            limitOf(member)
          ),
        ],
      }))}
    />
  )
}

function limitOf({ role, limit }: MemberSpending): string {
  if (role === 'owner') return words.ownerLimit
  return limit === null ? words.noLimit : formatCount(limit)
}

function Use({ member: { name, email, used, limit } }: { member: MemberSpending }) {
  if (limit === null) return formatCount(used)
  const share = limit === 0 ? 100 : Math.min(100, (used / limit) * 100)
  return (
    <>
      <Text span>{words.of(formatCount(used), formatCount(limit))}</Text>
      <Progress value={share} aria-label={words.usedOf(name || email)} miw={120} mt={4} />
    </>
  )
}

function LimitForm({ member: { memberId, name, email, limit } }: { member: MemberSpending }) {
  const who = name || email
  return (
    <Form method="post">
      <input type="hidden" name="intent" value="limit" />
      <input type="hidden" name="memberId" value={memberId} />
      <Group gap="xs">
        <TextInput
          name="leads"
          aria-label={words.limitOf(who)}
          defaultValue={limit === null ? '' : String(limit)}
          placeholder={words.noLimit}
          inputMode="numeric"
          autoComplete="off"
          maxLength={10}
          w={130}
        />
        <Button type="submit" variant="default" aria-label={words.saveOf(who)}>
          {words.save}
        </Button>
      </Group>
    </Form>
  )
}
