import type { AdminTexts } from './admin-texts.ts'

/** What stands out about a person. */
export function standingOf(
  texts: AdminTexts,
  user: { superAdmin: boolean; banned: boolean; emailVerified: boolean },
): string {
  const { states } = texts.users
  if (user.banned) return states.banned
  if (user.superAdmin) return states.super_admin
  return user.emailVerified ? states.active : states.unverified
}
