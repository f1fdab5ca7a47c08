import { didWebOf, keyMethod } from './credential/did-document.ts'
import type { Document } from './credential/prove-document.ts'
import { statusListCredential } from './credential/status-list.ts'
import { proveWith } from './credential/write-credential.ts'
import { findCurrentKey } from './keys/commands.ts'
import type { CertificateDeps } from './ports.ts'
import { listRevoked, noCertificate } from './queries.ts'

/** A status list as it is now, signed. @throws AppError not_found before the first certificate */
export async function readStatusList(deps: CertificateDeps, list: number): Promise<Document> {
  const { db, secret, siteUrl, clock } = deps
  const key = await findCurrentKey(db, 'Ed25519', secret)
  if (!key) throw noCertificate()
  const now = clock.now()
  const document = statusListCredential(
    { siteUrl, issuer: didWebOf(siteUrl), list, now },
    await listRevoked(db, list),
  )
  return await proveWith(key, document, {
    created: now.toISOString(),
    method: keyMethod(siteUrl, key.id),
  })
}
