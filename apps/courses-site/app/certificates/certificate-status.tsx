import type { CertificateAnswer } from '@freeor/courses/certificates/schema'
import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { certificateTexts as texts } from '../texts/certificates.ts'
import { shownDay } from './describe-check.ts'
import { Notice } from './notice.tsx'

/** Whether the certificate is valid, and why not. */
export function CertificateStatus({ certificate }: { certificate: CertificateAnswer }) {
  const { status, revokedAt, revocationReason, supersededBy } = certificate
  const title = texts.statuses[status]
  if (status === 'valid')
    return (
      <Notice isGood title={title}>
        <p>{texts.statusMore.valid}</p>
        {certificate.learnerName === null ? <p>{texts.noNameMore}</p> : null}
      </Notice>
    )
  const day = shownDay(revokedAt ?? '')
  return (
    <Notice isGood={false} title={title}>
      <p dir="auto">
        {status === 'revoked'
          ? texts.statusMore.revoked(day, revocationReason ?? '')
          : texts.statusMore.superseded(day)}
      </p>
      {supersededBy ? (
        <p>
          <Anchor component={Link} to={`/certificates/${supersededBy}`}>
            {texts.newer}
          </Anchor>
        </p>
      ) : null}
    </Notice>
  )
}
