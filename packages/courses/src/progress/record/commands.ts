import { users } from '@freeor/accounts/tables'
import type { Tx } from '@freeor/postgres/database'
import { eq } from 'drizzle-orm'
import { quizAttempts } from '../../attempts/tables.ts'
import { courseMessageRecipients } from '../../messages/tables.ts'
import { confirmedMembers, organizationAdmins, organizationInvitations } from '../../organizations/tables.ts'
import { reviewCards } from '../../reviews/tables.ts'
import { learnerChoices, learnerMails, lessonNotes, lessonProgress } from '../tables.ts'

/**
 * Deletes what a learner did, in the transaction that deletes their account: attempts with every answer and click,
 * progress, notes, choices, and what organizations keep of them. The row of the user stays, so nothing of it goes by
 * itself.
 */
export async function forgetRecord(tx: Tx, userId: string): Promise<void> {
  const [user] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId))
  await tx.delete(quizAttempts).where(eq(quizAttempts.userId, userId))
  await tx.delete(lessonProgress).where(eq(lessonProgress.userId, userId))
  await tx.delete(lessonNotes).where(eq(lessonNotes.userId, userId))
  await tx.delete(learnerChoices).where(eq(learnerChoices.userId, userId))
  await tx.delete(learnerMails).where(eq(learnerMails.userId, userId))
  await tx.delete(courseMessageRecipients).where(eq(courseMessageRecipients.userId, userId))
  await tx.delete(reviewCards).where(eq(reviewCards.userId, userId))
  await tx.delete(organizationAdmins).where(eq(organizationAdmins.userId, userId))
  await tx.delete(confirmedMembers).where(eq(confirmedMembers.userId, userId))
  await tx.delete(organizationInvitations).where(eq(organizationInvitations.email, user?.email ?? ''))
}
