import { AppError } from '@freeor/kernel/errors'
import type { Customer } from '../queries.ts'

/**
 * Nobody pays with the card of whoever owned the company before, also while it waits to be removed at the provider.
 * @throws AppError conflict
 */
export function refuseFormerCard({ cardRemovalDueAt }: Customer): void {
  if (cardRemovalDueAt !== null)
    throw new AppError('conflict', 'The card of the former owner is not charged. Please add a card first.')
}
