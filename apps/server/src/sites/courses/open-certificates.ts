import type { CertificateDeps } from '@freeor/courses/certificates/ports'
import {
  type CertificateRendering,
  openCertificateRendering,
} from '@freeor/courses/certificates/rendering/rendering'
import type { Deps } from '../../deps.ts'

/** What certificates are printed with as their issuer. */
const issuerName = 'Freeor Courses'

export type OpenCertificates = CertificateDeps & { readonly rendering: CertificateRendering }

/** Everything certificates need. The thread that sets them starts with the first one. */
export const openCertificates = ({ db, clock, auth, addresses, faults }: Deps): OpenCertificates => ({
  ...{ db, clock, secret: auth.secret, siteUrl: addresses.of('courses'), issuerName, faults },
  rendering: openCertificateRendering(),
})
