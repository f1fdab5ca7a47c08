import { type RouteConfigEntry, relative } from '@react-router/dev/routes'

/**
 * The pages that every site has: the path, and the route module in this package. A new one is added here. A module that
 * serves several paths has an id for each.
 */
const sharedPages = [
  ['login', 'account/login-page.tsx'],
  ['login/:providerId', 'account/provider-login-page.tsx'],
  ['signup', 'account/signup-page.tsx'],
  ['logout', 'account/logout.ts'],
  ['reset_password', 'account/reset-password-page.tsx'],
  ['verify_account', 'account/verify-account-page.tsx'],
  ['pricing', 'billing/pricing-page.tsx'],
  ['custom-plan', 'billing/custom-plan-page.tsx'],
  ['_subscribe', 'billing/subscribe-page.tsx'],
  ['invitation', 'people/invitation-page.tsx'],
  ['lost_access', 'people/lost-access-page.tsx'],
  ['change_password', 'settings/change-password-link.ts'],
  ['settings', 'settings/first-pane.ts'],
  ['settings/profile', 'settings/profile-page.tsx'],
  ['settings/update_email', 'settings/update-email-page.tsx'],
  ['settings/change_password', 'settings/change-password-page.tsx'],
  ['settings/two_factor', 'settings/two-factor-page.tsx'],
  ['settings/passkeys', 'settings/passkeys-page.tsx'],
  ['settings/identities', 'settings/identities-page.tsx'],
  ['settings/sessions', 'settings/sessions-page.tsx'],
  ['settings/company', 'settings/company-page.tsx'],
  ['settings/people', 'people/people-page.tsx'],
  ['settings/billing', 'billing/billing-page.tsx'],
  ['settings/billing/change', 'billing/change-plan-page.tsx'],
  ['settings/api_keys', 'settings/api-keys-page.tsx'],
  ['settings/delete_account', 'settings/delete-account-page.tsx'],
  ['admin', 'admin/first-page.ts'],
  ['admin/users', 'admin/users-page.tsx'],
  ['admin/companies', 'admin/companies-page.tsx'],
  ['admin/companies/:companyId', 'admin/company-record-page.tsx'],
  ['admin/subscriptions', 'admin/subscriptions-page.tsx'],
  ['admin/audit', 'admin/audit-page.tsx'],
  ['admin/errors', 'admin/errors-page.tsx'],
  ['admin/jobs', 'admin/jobs-page.tsx'],
  ['admin/status', 'admin/status-page.tsx'],
  ['admin/mail', 'admin/mail-page.tsx'],
  ['admin/mail/:mailId', 'admin/message-page.tsx'],
  ['admin/content', 'content/boards-page.tsx'],
  ['admin/content/:collection', 'content/board-page.tsx'],
  ['admin/content/:collection/:documentId', 'content/document-page.tsx'],
  ['admin/content/:collection/:documentId/history', 'content/history-page.tsx'],
  ['impersonation', 'admin/impersonation.ts'],
  ['terms', 'documents/text-page.tsx', 'documents/terms'],
  ['privacy', 'documents/text-page.tsx', 'documents/privacy'],
  ['*', 'errors/not-found-page.tsx'],
] as const

const { layout, route } = relative(`${import.meta.dirname}/..`)

/** An id by the file's place in this package. Without one it would be the path on the disk, and browsers are sent ids. */
const named = (file: string) => ({ id: `site-frame/${file.replace(/\.tsx?$/, '')}` })

/**
 * The routes of a site inside its frame: its own pages, and the shared ones. Its own page at the path of a shared one
 * replaces that one.
 */
export function siteRoutes(own: RouteConfigEntry[]): RouteConfigEntry[] {
  const taken = new Set(own.map(({ path }) => path))
  const shared = sharedPages
    .filter(([path]) => !taken.has(path))
    .map(([path, file, id = file]) => route(path, file, named(id)))
  const frame = 'frame/framed-pages.tsx'
  return [layout(frame, named(frame), [...own, ...shared])]
}
