import type { CertificateAnswer } from '@freeor/courses/certificates/schema'
import { Alert, Anchor } from '@mantine/core'
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import { Link } from 'react-router'
import { certificateTexts as texts } from '../texts/certificates.ts'
import { shownDay } from './describe-check.ts'

/** Whether the certificate is valid, and why not. */
export function CertificateStatus({ certificate }: { certificate: CertificateAnswer }) {
  const { status, revokedAt, revocationReason, supersededBy } = certificate
  const title = texts.statuses[status]
  if (status === 'valid')
    return (
      <Alert color="teal" title={title} icon={<IconCheck aria-hidden />}>
        {texts.statusMore.valid}
        {certificate.learnerName === null ? <p>{texts.noNameMore}</p> : null}
      </Alert>
    )
  const day = shownDay(revokedAt ?? '')
  return (
    <Alert color="orange" title={title} icon={<IconAlertTriangle aria-hidden />}>
      <span dir="auto">
        {status === 'revoked'
          ? texts.statusMore.revoked(day, revocationReason ?? '')
          : texts.statusMore.superseded(day)}
      </span>
      {supersededBy ? (
        <p>
          <Anchor component={Link} to={`/certificates/${supersededBy}`}>
            {texts.newer}
          </Anchor>
        </p>
      ) : null}
    </Alert>
  )
}
