import type { Clock } from '@freeor/kernel/clock'
import type { Database } from '@freeor/postgres/database'

/** Named points of issuing, at which a test stops the process. */
export const certificateFaultPoints = ['certificate-signed', 'certificate-committed'] as const

export type CertificateFaultPoint = (typeof certificateFaultPoints)[number]

/** What certificates are issued with. */
export type CertificateDeps = {
  readonly db: Database
  readonly clock: Clock
  /** Stored outside the database: it seals the signing keys. */
  readonly secret: string
  /** The origin of the site that issues them, without a slash at the end. */
  readonly siteUrl: string
  /** Who issues them, as it is printed. */
  readonly issuerName: string
  readonly faults?: ((point: CertificateFaultPoint) => Promise<void> | void) | undefined
}
