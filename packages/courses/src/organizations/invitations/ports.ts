import type { Tx } from '@freeor/postgres/database'

/** Mails an invitation in the transaction that makes it. The organization's name is the operator's. */
export type MailOrgInvitation = (
  tx: Tx,
  mail: {
    readonly to: string
    readonly organization: string
    readonly inviter: string
    readonly url: string
  },
) => Promise<void>
