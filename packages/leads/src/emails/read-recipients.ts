import { AppError } from '@freeor/kernel/errors'
import { requireAddress } from '@freeor/messaging/header-safety'
import { emailRecipients } from './limits.ts'
import type { RecipientKind } from './schema.ts'

export type Recipient = { readonly address: string; readonly kind: RecipientKind }

const kinds = ['to', 'cc', 'bcc'] as const

/**
 * The addresses of a field: separated by commas, spaces removed. Line breaks, other blanks, and signs that nobody sees
 * count as spaces.
 */
const listed = (field: string): string[] =>
  field
    .replaceAll(/[\s\p{Cf}]/gu, '')
    .split(',')
    .filter(Boolean)

/**
 * Whom a message goes to, each address once, in whatever case it is written: where it is in several fields, as the first
 * of them says.
 * @throws AppError invalid_request for what is no address, naming it, and for too many.
 */
export function readRecipients(fields: Readonly<Record<RecipientKind, string>>): Recipient[] {
  const unique = new Map<string, Recipient>()
  for (const kind of kinds)
    for (const written of listed(fields[kind])) {
      const address = readAddress(written, kind)
      if (!unique.has(address.toLowerCase())) unique.set(address.toLowerCase(), { address, kind })
    }
  if (unique.size > emailRecipients.inMessage)
    throw new AppError(
      'invalid_request',
      `A message goes to ${emailRecipients.inMessage} recipients at most. Please remove some.`,
      { details: { field: 'to', limit: emailRecipients.inMessage } },
    )
  return [...unique.values()]
}

function readAddress(written: string, field: RecipientKind): string {
  try {
    return requireAddress(written)
  } catch (cause) {
    const sentence = `Uh oh, ${JSON.stringify(written.slice(0, 100))} doesn't look like an email address.`
    throw new AppError('invalid_request', sentence, { cause, details: { field } })
  }
}
