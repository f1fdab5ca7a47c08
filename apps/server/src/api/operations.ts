import type { AnyOperation } from '../http/operation.ts'
import type { SiteModule } from '../sites/site-module.ts'
import { issueToken } from './account/issue-token.ts'
import { readMeOperation } from './account/read-me.ts'
import { createApiKeyOperation } from './api-keys/create-api-key.ts'
import { listApiKeysOperation } from './api-keys/list-api-keys.ts'
import { revokeApiKeyOperation } from './api-keys/revoke-api-key.ts'
import { beginIdentitySignInOperation } from './auth/begin-identity-sign-in.ts'
import { changePasswordOperation } from './auth/change-password.ts'
import { checkResetLinkOperation } from './auth/check-reset-link.ts'
import { finishIdentityRequestOperation } from './auth/finish-identity-request.ts'
import { offerPasskeySignInOperation } from './auth/offer-passkey-sign-in.ts'
import { requestPasswordResetOperation } from './auth/request-password-reset.ts'
import { resetPasswordOperation } from './auth/reset-password.ts'
import { signInOperation } from './auth/sign-in.ts'
import { signInWithCodeOperation } from './auth/sign-in-with-code.ts'
import { signInWithPasskeyOperation } from './auth/sign-in-with-passkey.ts'
import { signOutOperation } from './auth/sign-out.ts'
import { signUpOperation } from './auth/sign-up.ts'
import { changeSubscriptionOperation } from './billing/change-subscription.ts'
import { createAccountOperation } from './billing/create-account.ts'
import { createCardToken } from './billing/create-card-token.ts'
import { createSubscriptionOperation } from './billing/create-subscription.ts'
import {
  cancelSubscriptionOperation,
  resumeSubscriptionOperation,
  terminateSubscriptionOperation,
} from './billing/end-subscription.ts'
import { fetchInvoice } from './billing/fetch-invoice.ts'
import { findAccountsOperation } from './billing/find-accounts.ts'
import { listInvoicesOperation } from './billing/list-invoices.ts'
import { previewChangeOperation } from './billing/preview-change.ts'
import { readCardForm } from './billing/read-card-form.ts'
import { readClientToken } from './billing/read-client-token.ts'
import { readCustomerOperation } from './billing/read-customer.ts'
import { readInvoice } from './billing/read-invoice.ts'
import { updateAccountOperation } from './billing/update-account.ts'
import { changeCompany } from './company/change-company.ts'
import { convertAccount } from './company/convert-account.ts'
import { leaveCompanyOperation } from './company/leave-company.ts'
import { readCompany } from './company/read-company.ts'
import { transferOwnershipOperation } from './company/transfer-ownership.ts'
import { deleteAccountOperation } from './deletion/delete-account.ts'
import { exportAccount } from './deletion/export-account.ts'
import { changeError } from './errors/change-error.ts'
import { listErrorsOperation } from './errors/list-errors.ts'
import { readError } from './errors/read-error.ts'
import { reportError } from './errors/report-error.ts'
import { readHealth } from './health/read-health.ts'
import { readHumanChallenge } from './human-check/read-human-challenge.ts'
import { verifyTraffic } from './human-check/verify-traffic.ts'
import { beginIdentityLinkOperation } from './identities/begin-identity-link.ts'
import { listIdentitiesOperation } from './identities/list-identities.ts'
import { unlinkIdentityOperation } from './identities/unlink-identity.ts'
import { startImpersonationOperation } from './impersonation/start-impersonation.ts'
import { stopImpersonationOperation } from './impersonation/stop-impersonation.ts'
import { acceptInvitationOperation } from './invitations/accept-invitation.ts'
import { invitePersonOperation } from './invitations/invite-person.ts'
import { listInvitationsOperation } from './invitations/list-invitations.ts'
import { openInvitationOperation } from './invitations/open-invitation.ts'
import { resendInvitationOperation } from './invitations/resend-invitation.ts'
import { revokeInvitationOperation } from './invitations/revoke-invitation.ts'
import { signUpInvitedOperation } from './invitations/sign-up-invited.ts'
import { listMail } from './mail-outbox/list-mail.ts'
import { readMail } from './mail-outbox/read-mail.ts'
import { changeMemberRoleOperation } from './members/change-member-role.ts'
import { listCompanyUsersOperation } from './members/list-company-users.ts'
import { removeMemberOperation } from './members/remove-member.ts'
import { banUserOperation } from './operator/ban-user.ts'
import { endUserSessionsOperation } from './operator/end-user-sessions.ts'
import { exportAudit } from './operator/export-audit.ts'
import { listAllPlansOperation } from './operator/list-all-plans.ts'
import { listCompaniesOperation } from './operator/list-companies.ts'
import { listFailedJobsOperation } from './operator/list-failed-jobs.ts'
import { listJobs } from './operator/list-jobs.ts'
import { listSubscriptionsOperation } from './operator/list-subscriptions.ts'
import { listUsersOperation } from './operator/list-users.ts'
import { readCompanyRecord } from './operator/read-company-record.ts'
import { readUser } from './operator/read-user.ts'
import { resetTwoFactorOperation } from './operator/reset-two-factor.ts'
import { retryJob } from './operator/retry-job.ts'
import { searchAuditOperation } from './operator/search-audit.ts'
import { setPlan } from './operator/set-plan.ts'
import { unbanUserOperation } from './operator/unban-user.ts'
import { verifyUserOperation } from './operator/verify-user.ts'
import { addPasskeyOperation } from './passkeys/add-passkey.ts'
import { beginPasskeyOperation } from './passkeys/begin-passkey.ts'
import { listPasskeysOperation } from './passkeys/list-passkeys.ts'
import { removePasskeyOperation } from './passkeys/remove-passkey.ts'
import { removePasswordOperation } from './passkeys/remove-password.ts'
import { renamePasskeyOperation } from './passkeys/rename-passkey.ts'
import { changeProfileOperation } from './profile/change-profile.ts'
import { confirmEmail } from './profile/confirm-email.ts'
import { readProfile } from './profile/read-profile.ts'
import { updateEmail } from './profile/update-email.ts'
import { beginIdentityReauthenticationOperation } from './sessions/begin-identity-reauthentication.ts'
import { endOtherSessions } from './sessions/end-other-sessions.ts'
import { endSession } from './sessions/end-session.ts'
import { listSessions } from './sessions/list-sessions.ts'
import { offerReauthenticationOperation } from './sessions/offer-reauthentication.ts'
import { reauthenticateOperation } from './sessions/reauthenticate.ts'
import { reauthenticateWithPasskeyOperation } from './sessions/reauthenticate-with-passkey.ts'
import { beginTwoFactorOperation } from './two-factor/begin-two-factor.ts'
import { confirmTwoFactorOperation } from './two-factor/confirm-two-factor.ts'
import { disableTwoFactorOperation } from './two-factor/disable-two-factor.ts'
import { readTwoFactorOperation } from './two-factor/read-two-factor.ts'
import { renewBackupCodesOperation } from './two-factor/renew-backup-codes.ts'
import { startVerificationOperation } from './verification/start-verification.ts'
import { verifyAccountOperation } from './verification/verify-account.ts'
import { receiveWebhookOperation } from './webhooks/receive-webhook.ts'

const fixedOperations: readonly AnyOperation[] = [
  readHealth,
  signUpOperation,
  signInOperation,
  signInWithCodeOperation,
  offerPasskeySignInOperation,
  signInWithPasskeyOperation,
  beginIdentitySignInOperation,
  finishIdentityRequestOperation,
  signOutOperation,
  requestPasswordResetOperation,
  checkResetLinkOperation,
  resetPasswordOperation,
  changePasswordOperation,
  issueToken,
  startVerificationOperation,
  verifyAccountOperation,
  readProfile,
  changeProfileOperation,
  updateEmail,
  confirmEmail,
  reauthenticateOperation,
  offerReauthenticationOperation,
  reauthenticateWithPasskeyOperation,
  beginIdentityReauthenticationOperation,
  listSessions,
  endSession,
  endOtherSessions,
  readTwoFactorOperation,
  beginTwoFactorOperation,
  confirmTwoFactorOperation,
  renewBackupCodesOperation,
  disableTwoFactorOperation,
  listPasskeysOperation,
  beginPasskeyOperation,
  addPasskeyOperation,
  renamePasskeyOperation,
  removePasskeyOperation,
  removePasswordOperation,
  listIdentitiesOperation,
  beginIdentityLinkOperation,
  unlinkIdentityOperation,
  listApiKeysOperation,
  createApiKeyOperation,
  revokeApiKeyOperation,
  exportAccount,
  deleteAccountOperation,
  convertAccount,
  readCompany,
  changeCompany,
  leaveCompanyOperation,
  transferOwnershipOperation,
  listCompanyUsersOperation,
  changeMemberRoleOperation,
  removeMemberOperation,
  listInvitationsOperation,
  invitePersonOperation,
  resendInvitationOperation,
  revokeInvitationOperation,
  openInvitationOperation,
  acceptInvitationOperation,
  signUpInvitedOperation,
  readHumanChallenge,
  verifyTraffic,
  readCustomerOperation,
  readCardForm,
  readClientToken,
  listInvoicesOperation,
  readInvoice,
  fetchInvoice,
  previewChangeOperation,
  findAccountsOperation,
  createAccountOperation,
  updateAccountOperation,
  createSubscriptionOperation,
  changeSubscriptionOperation,
  cancelSubscriptionOperation,
  resumeSubscriptionOperation,
  terminateSubscriptionOperation,
  createCardToken,
  receiveWebhookOperation,
  listMail,
  readMail,
  startImpersonationOperation,
  stopImpersonationOperation,
  listUsersOperation,
  readUser,
  banUserOperation,
  unbanUserOperation,
  verifyUserOperation,
  endUserSessionsOperation,
  resetTwoFactorOperation,
  listCompaniesOperation,
  readCompanyRecord,
  setPlan,
  listSubscriptionsOperation,
  listJobs,
  listFailedJobsOperation,
  retryJob,
  searchAuditOperation,
  exportAudit,
  reportError,
  listErrorsOperation,
  readError,
  changeError,
]

/** The endpoints that all sites share. Two of them answer what the sites say. */
export const sharedOperations = (sites: readonly SiteModule[]): readonly AnyOperation[] => [
  readMeOperation(sites),
  ...fixedOperations,
  listAllPlansOperation(sites),
]

/** Every endpoint of a server with these sites, in the order of the documentation. */
export const operationsOf = (sites: readonly SiteModule[]): readonly AnyOperation[] => [
  ...sharedOperations(sites),
  ...sites.flatMap(({ operations }) => operations),
]
