import type { AdminTexts } from './admin-texts.ts'

/** The most important state of a person, in a word. */
export function statusOf(
  texts: AdminTexts,
  user: { superAdmin: boolean; banned: boolean; emailVerified: boolean },
): string {
  const { states } = texts.users
  if (user.banned) return states.banned
  if (user.superAdmin) return states.super_admin
  return user.emailVerified ? states.active : states.unverified
}
