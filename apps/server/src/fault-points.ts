import type { BillingFaultPoint } from '@freeor/billing/subscriptions/ports'
import type { AttemptFaultPoint } from '@freeor/courses/attempts/ports'
import type { CertificateFaultPoint } from '@freeor/courses/certificates/ports'
import type { LogFaultPoint } from '@freeor/credits/log/ports'
import type { FaultPoint as DownloadFaultPoint } from '@freeor/leads/downloads/ports'
import type { DropFaultPoint } from '@freeor/leads/drop/ports'
import type { ImportFaultPoint } from '@freeor/leads/import/ports'
import type { MailFaultPoint } from '@freeor/messaging/delivery'

/** Named points of a download, an import, a payment, a mail, a quiz, a certificate, the ledger log or DROP, at which a test stops the process. */
export type FaultPoint =
  | DownloadFaultPoint
  | ImportFaultPoint
  | BillingFaultPoint
  | MailFaultPoint
  | AttemptFaultPoint
  | CertificateFaultPoint
  | LogFaultPoint
  | DropFaultPoint
