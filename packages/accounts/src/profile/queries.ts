import { AppError } from '@freeor/kernel/errors'
import type { Tx } from '@freeor/postgres/database'
import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { users } from '../tables.ts'
import type { userProfileAnswer } from './schema.ts'

export type Profile = {
  readonly userProfile: z.output<typeof userProfileAnswer>
  readonly verified: boolean
  readonly emailVerified: boolean
  readonly phoneVerified: boolean
}

/** The person's own profile; fields they never gave are empty. @throws AppError not_found */
export async function getProfile(tx: Tx, userId: string): Promise<Profile> {
  const [user] = await tx.select().from(users).where(eq(users.id, userId))
  if (!user) throw new AppError('not_found', 'There is no such person')
  const phoneVerified = user.phoneVerifiedAt !== null
  return {
    userProfile: {
      name: user.name,
      phone: user.phone ?? '',
      email: user.email,
      photoUrl: user.image ?? '',
      org: user.org ?? '',
      orgIsTyped: user.orgIsTyped,
    },
    verified: user.emailVerified || phoneVerified,
    emailVerified: user.emailVerified,
    phoneVerified,
  }
}
