import { newId, newSecret } from '@freeor/kernel/ids'
import { optOuts } from '@freeor/leads/opt-outs/tables'
import type { LeadsDeps } from '../sites/leads/leads-deps.ts'

/** An entry of the do-not-contact list that means nobody, without its copy in the engine. Gives its id. */
export async function addOptOutEntry({ db, clock }: LeadsDeps): Promise<string> {
  const id = newId('out')
  const key = Buffer.from(newSecret(16)).toString('hex').slice(0, 32)
  const row = { id, form: 'email', key, shown: 'n•••@people.example', reason: 'a test', number: 0 } as const
  await db.insert(optOuts).values({ ...row, createdAt: clock.now() })
  return id
}
