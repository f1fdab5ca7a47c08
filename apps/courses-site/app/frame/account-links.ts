import type { Me } from '@freeor/site-frame/frame/visitor'
import { introPath } from '../course/paths.ts'
import { texts } from '../texts.ts'

export type MenuLink = { readonly to: string; readonly label: string }

/** Who is signed in, as far as the menu looks at them. */
export type MenuOwner = {
  readonly user: Pick<NonNullable<Me['user']>, 'superAdmin'>
  readonly orgAdmin: readonly string[]
  /** Whether the account they work in has a course plan. */
  readonly isAuthor: boolean
}

const { accountPages: label } = texts

/** The entries of a signed-in person's menu, by role, in the order of the specification. Signing out comes last. */
export function accountLinks({ user, orgAdmin, isAuthor }: MenuOwner): readonly MenuLink[] {
  const seesOrganization = user.superAdmin || orgAdmin.length > 0
  return [
    ...(user.superAdmin ? [{ to: '/courses', label: label.courses }] : []),
    ...(isAuthor && !user.superAdmin ? [{ to: '/courses', label: label.ownCourses }] : []),
    { to: introPath, label: label.lessons },
    { to: '/quizzes', label: label.quizzes },
    { to: '/settings', label: label.settings },
    ...(seesOrganization ? [{ to: '/org', label: label.organization }] : []),
  ]
}
