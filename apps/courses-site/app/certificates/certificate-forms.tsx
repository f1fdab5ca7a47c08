import type { Answer } from '@freeor/site-frame/frame/answer'
import { useChanges } from '@freeor/site-frame/frame/use-changes'
import { Button, Stack, Text, Title } from '@mantine/core'
import { Form, Link, useNavigation } from 'react-router'
import { certificateTexts as texts } from '../texts/certificates.ts'
import classes from './certificate-forms.module.css'

/*
 * A stranger who opens a certificate has none of these forms, but loads them: plain elements weigh nothing.
 */

/** What the forms of the page request. */
export const intents = { keep: 'keep-name', revoke: 'revoke', reissue: 'reissue', renew: 'renew' } as const

const useBusy = (intent: string) => useNavigation().formData?.get('intent') === intent

/** The learner decides whether their name outlives their account. */
export function KeepName({ keepsName }: { keepsName: boolean }) {
  const busy = useBusy(intents.keep)
  return (
    <section aria-labelledby="keep">
      <Form method="post">
        <input type="hidden" name="intent" value={intents.keep} />
        <Stack gap="md">
          <Title order={2} id="keep" size="h3">
            {texts.keep.title}
          </Title>
          <label className={classes.keep}>
            <input
              type="checkbox"
              name="keepsName"
              value="true"
              defaultChecked={keepsName}
              aria-describedby="keep-more"
            />
            {texts.keep.label}
          </label>
          <Text c="dimmed" id="keep-more">
            {texts.keep.more}
          </Text>
          <Button type="submit" variant="default" size="md" w="fit-content" loading={busy}>
            {texts.keep.save}
          </Button>
        </Stack>
      </Form>
    </section>
  )
}

/** A certificate keeps the name that it was issued with; a super admin issues it anew with another one. */
export function WrongName() {
  const { title, profile, andThen, support, more } = texts.wrongName
  return (
    <section aria-labelledby="wrong-name">
      <Title order={2} id="wrong-name" size="h3">
        {title}
      </Title>
      <p>
        <Link to="/settings/profile">{profile}</Link>
        {andThen}
        <Link to="/support">{support}</Link>
        {more}
      </p>
    </section>
  )
}

/** The learner takes the corrected grades. The certificate that was given away until now says that there is a newer one. */
export function RenewCertificate() {
  const busy = useBusy(intents.renew)
  return (
    <section aria-labelledby="renew">
      <Form method="post">
        <input type="hidden" name="intent" value={intents.renew} />
        <Stack gap="md">
          <Title order={2} id="renew" size="h3">
            {texts.renew.title}
          </Title>
          <Text>{texts.renew.lead}</Text>
          <Button type="submit" size="md" w="fit-content" loading={busy}>
            {texts.renew.button}
          </Button>
        </Stack>
      </Form>
    </section>
  )
}

type CertificateAdminProps = { canRevoke: boolean; answer: Answer | undefined }

/** A super admin revokes a certificate, or issues it anew with the learner's present name. */
export function CertificateAdmin({ canRevoke, answer }: CertificateAdminProps) {
  const [revoking, reissuing] = [useBusy(intents.revoke), useBusy(intents.reissue)]
  const { form, onInput } = useChanges({ reason: '' }, answer?.intent === intents.revoke ? answer : undefined)
  return (
    <section aria-labelledby="admin">
      <Form method="post" ref={form} onInput={onInput}>
        <Stack gap="md">
          <Title order={2} id="admin" size="h3">
            {texts.admin.title}
          </Title>
          <label className={classes.reason}>
            {texts.admin.reason}
            <textarea name="reason" required minLength={3} maxLength={500} rows={3} />
          </label>
          <Text c="dimmed">{texts.admin.reissueMore}</Text>
          <div style={{ display: 'flex', flexWrap: 'wrap', gap: 12 }}>
            <Button type="submit" name="intent" value={intents.reissue} variant="default" loading={reissuing}>
              {texts.admin.reissue}
            </Button>
            {canRevoke ? (
              <Button type="submit" name="intent" value={intents.revoke} color="red" loading={revoking}>
                {texts.admin.revoke}
              </Button>
            ) : null}
          </div>
        </Stack>
      </Form>
    </section>
  )
}
