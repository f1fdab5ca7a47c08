import { formatDate, formatTime } from '@freeor/ui/format'
import { Badge, Button, NativeSelect } from '@mantine/core'
import { Form, useNavigation } from 'react-router'
import { ConfirmButton } from '../frame/confirm-button.tsx'
import { useSite } from '../frame/site-context.ts'
import { useChanges } from '../frame/use-changes.ts'
import classes from './people.module.css'
import { type CompanyUser, givenRoles } from './people.ts'
import type { PeopleTexts } from './people-texts.ts'

type RowProps = { texts: PeopleTexts; user: CompanyUser }

function RoleForm({ texts, user }: RowProps) {
  const { form, onInput, isChanged } = useChanges({ role: user.role })
  return (
    <Form method="post" ref={form} onInput={onInput} className={classes.role}>
      <input type="hidden" name="intent" value="role" />
      <input type="hidden" name="id" value={user.id} />
      <input type="hidden" name="email" value={user.email} />
      <NativeSelect
        size="xs"
        name="role"
        aria-label={texts.roleOf(user.email)}
        defaultValue={user.role}
        data={givenRoles.map((role) => ({ value: role, label: texts.roles[role] }))}
      />
      {isChanged ? (
        <Button type="submit" size="xs" aria-label={texts.saveRoleOf(user.email)}>
          {texts.saveRole}
        </Button>
      ) : null}
    </Form>
  )
}

function MemberActions({ texts, user }: RowProps) {
  const { id, email } = user
  const { inAccount } = useSite().texts
  return (
    <>
      <RoleForm texts={texts} user={user} />
      <ConfirmButton
        label={texts.remove}
        accessibleLabel={texts.removeOf(email)}
        title={texts.removeAsk(email)}
        text={inAccount.removed}
        confirm={texts.remove}
        cancel={texts.cancel}
        fields={{ intent: 'remove', id, email }}
      />
    </>
  )
}

function InvitationActions({ texts, user }: RowProps) {
  const busy = useNavigation().state !== 'idle'
  const buttons = [
    { intent: 'resend', label: texts.resend, name: texts.resendOf(user.email) },
    { intent: 'revoke', label: texts.revoke, name: texts.revokeOf(user.email) },
  ]
  return (
    <Form method="post" className={classes.role}>
      <input type="hidden" name="id" value={user.id} />
      <input type="hidden" name="email" value={user.email} />
      {buttons.map(({ intent, label, name }) => (
        <Button
          key={intent}
          type="submit"
          name="intent"
          value={intent}
          size="xs"
          variant="default"
          disabled={busy}
          aria-label={name}
        >
          {label}
        </Button>
      ))}
    </Form>
  )
}

function memberStatus(texts: PeopleTexts, { uid, since, expiresAt }: CompanyUser, now: number): string {
  if (uid !== null || expiresAt === null) return texts.since(formatDate(since))
  return Date.parse(expiresAt) <= now ? texts.expired : texts.invited(formatTime(expiresAt))
}

export type MemberRowProps = RowProps & {
  isYou: boolean
  canManage: boolean
  /** When the page was made, to recognize a link that has expired. */
  now: number
}

/** A member or an invited person, with the actions on them. */
export function MemberRow({ texts, user, isYou, canManage, now }: MemberRowProps) {
  const isIn = user.uid !== null
  return (
    <li className={classes.person}>
      <div className={classes.who}>
        <span className={classes.email}>
          {user.email}
          {isYou ? <span className={classes.you}> ({texts.you})</span> : null}
        </span>
        <span className={classes.note}>
          {isIn && user.name && user.name !== user.email ? `${user.name} · ` : null}
          {memberStatus(texts, user, now)}
        </span>
      </div>
      <div className={classes.actions}>
        {canManage && isIn ? null : (
          <Badge variant="default" size="lg" className={classes.badge}>
            {texts.roles[user.role]}
          </Badge>
        )}
        {canManage && isIn ? <MemberActions texts={texts} user={user} /> : null}
        {canManage && !isIn ? <InvitationActions texts={texts} user={user} /> : null}
      </div>
    </li>
  )
}
