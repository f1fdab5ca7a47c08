import { unwrap } from '@freeor/api-client/client'
import { forPage } from '@freeor/site-frame/errors/page-problem'
import { attempt, readForm, refusal } from '@freeor/site-frame/frame/answer'
import { AnswerNote } from '@freeor/site-frame/frame/answer-note'
import { serverApi } from '@freeor/site-frame/frame/api'
import { noReferrer } from '@freeor/site-frame/frame/page-meta'
import { useSiteData } from '@freeor/site-frame/frame/site-data'
import { Anchor, Title } from '@mantine/core'
import { redirect } from 'react-router'
import { CertificateFiles } from '../certificates/certificate-files.tsx'
import {
  CertificateAdmin,
  intents,
  KeepName,
  RenewCertificate,
  WrongName,
} from '../certificates/certificate-forms.tsx'
import { CertificateSheet } from '../certificates/certificate-sheet.tsx'
import { CertificateStatus } from '../certificates/certificate-status.tsx'
import { VerifyDrop } from '../certificates/verify-drop.tsx'
import { certificateTexts } from '../texts/certificates.ts'
import { texts } from '../texts.ts'
import type { Route } from './+types/certificate'
import classes from './certificate.module.css'

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: texts.titleOf(certificateTexts.title(loaderData?.certificate.courseName ?? '')) },
  // Only who was given the serial finds the page.
  { name: 'robots', content: 'noindex' },
  noReferrer,
]

const pathOf = (serial: string) => ({ params: { path: { serial } } })

export async function loader({ context, params }: Route.LoaderArgs) {
  const asked = serverApi(context).GET('/api/certificates/{serial}', pathOf(params.serial))
  return { certificate: await forPage(context, asked.then(unwrap)) }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const api = serverApi(context)
  const { intent, text } = await readForm(request)
  const path = pathOf(params.serial)
  const { keep, admin } = certificateTexts
  if (intent === intents.keep) {
    const keepsName = text('keepsName') === 'true'
    const work = async () =>
      unwrap(await api.PUT('/api/certificates/{serial}/name', { ...path, body: { keepsName } }))
    return await attempt({ intent, work, done: keepsName ? keep.kept : keep.notKept })
  }
  const made: { serial?: string } = {}
  if (intent === intents.renew) {
    const renew = async () =>
      Object.assign(made, unwrap(await api.POST('/api/certificates/{serial}/renewal', path)))
    const answer = await attempt({ intent, work: renew, done: '' })
    return made.serial ? redirect(`/certificates/${made.serial}`) : answer
  }
  const body = { reason: text('reason') }
  if (intent === intents.revoke) {
    const revoke = async () => {
      const { error, response } = await api.POST('/api/admin/certificates/{serial}/revoke', { ...path, body })
      if (!response.ok) unwrap({ error, response } as never)
    }
    return await attempt({ intent, work: revoke, done: admin.revoked })
  }
  if (intent !== intents.reissue) return refusal(intent, '')
  const reissue = async () =>
    Object.assign(made, unwrap(await api.POST('/api/admin/certificates/{serial}/reissue', { ...path, body })))
  const answer = await attempt({ intent, work: reissue, done: '' })
  return made.serial ? redirect(`/certificates/${made.serial}`) : answer
}

export default function Certificate({ loaderData, actionData }: Route.ComponentProps) {
  const { certificate } = loaderData
  const user = useSiteData()?.me.user
  const { verify } = certificateTexts
  return (
    <div className={classes.page}>
      <AnswerNote answer={actionData} />
      <CertificateStatus certificate={certificate} />
      {certificate.canRenew ? <RenewCertificate /> : null}
      <CertificateSheet certificate={certificate} />
      {certificate.learnerName === null ? null : <CertificateFiles serial={certificate.serial} />}
      {certificate.keepsName === null ? null : (
        <>
          <KeepName keepsName={certificate.keepsName} />
          {certificate.status === 'valid' ? <WrongName /> : null}
        </>
      )}
      <section aria-labelledby="check" className={classes.check}>
        <Title order={2} id="check" size="h3">
          {verify.title}
        </Title>
        <VerifyDrop />
        <p className={classes.offline}>
          <Anchor href="/verify.html" download>
            {verify.offline}
          </Anchor>
          <br />
          {verify.offlineMore}
        </p>
      </section>
      {user?.superAdmin && certificate.supersededBy === null ? (
        <CertificateAdmin canRevoke={certificate.status === 'valid'} answer={actionData} />
      ) : null}
    </div>
  )
}
