import type { ProviderName } from './providers/ports.ts'
import type { Customer } from './tables.ts'

/** The built-in provider's ids say what they are; Recurly's are letters and digits alone. */
const embeddedId = /^emb_/

/**
 * The provider of a customer: that which keeps its payment account, whose id means nothing elsewhere, and bills its
 * subscription while there is one; without an account that which billed the last one. Null for one that had neither.
 */
export function processorOf({ processor, accountId }: Pick<Customer, 'processor' | 'accountId'>) {
  if (accountId === null) return processor
  const keeper: ProviderName = embeddedId.test(accountId) ? 'embedded' : 'recurly'
  return keeper
}
