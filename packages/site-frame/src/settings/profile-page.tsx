import { Alert, Anchor, Button, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Form, Link, useNavigation } from 'react-router'
import type { Answer } from '../frame/answer.ts'
import { AnswerNote } from '../frame/answer-note.tsx'
import type { PageProps } from '../frame/page.ts'
import { Pane, PaneHead } from '../frame/pane.tsx'
import { useSite } from '../frame/site-context.ts'
import { useSavedForm } from '../frame/use-saved-form.ts'
import { paneMeta } from './open-pane.ts'
import { PhotoForm } from './photo-form.tsx'
import {
  loadProfile,
  missingIn,
  otherOrganization,
  type ProfileData,
  type ProfileFields,
  submitProfile,
} from './profile.ts'
import { SettingsFrame } from './settings-frame.tsx'
import { settingsTexts } from './settings-texts.ts'

export type ProfilePageProps = { data: ProfileData; answer: Answer | undefined }

/** The organization in the boxes: one of the list, or Other with a name. */
function orgFields({
  organizations,
  userProfile: { org, orgIsTyped },
}: ProfileData): Pick<ProfileFields, 'org' | 'otherOrg'> {
  const isListed = org === '' || (!orgIsTyped && organizations.includes(org))
  return { org: isListed ? org : otherOrganization, otherOrg: isListed ? '' : org }
}

function ProfileForm({ data, answer }: ProfilePageProps) {
  const site = useSite()
  const texts = settingsTexts
  const words = texts.profile
  const { name, phone, email } = data.userProfile
  const saved: ProfileFields = { name, phone, email, ...orgFields(data) }
  const { form, onInput, isChanged } = useSavedForm(saved, 'profile', answer)
  const [typed, setTyped] = useState(saved)
  const [isTouched, setTouched] = useState(false)
  const busy = useNavigation().formData?.get('intent') === 'profile'
  const missing = isTouched ? missingIn(texts, typed, site.asksOrganization) : {}
  const choices = data.organizations.filter((each) => each !== otherOrganization)
  const read = () => {
    onInput()
    if (!form.current) return
    const fields = new FormData(form.current)
    const text = (field: string) => String(fields.get(field) ?? '').trim()
    const [name, phone, email] = [text('name'), text('phone'), text('email')]
    setTyped({ name, phone, email, org: text('org'), otherOrg: text('otherOrg') })
    setTouched(true)
  }
  return (
    <Form method="post" ref={form} onInput={read}>
      <input type="hidden" name="intent" value="profile" />
      <Stack gap="md">
        <TextInput
          label={words.name}
          name="name"
          autoComplete="name"
          defaultValue={name}
          error={missing.name}
        />
        <TextInput
          label={words.phone}
          name="phone"
          type="tel"
          autoComplete="tel"
          defaultValue={phone}
          error={missing.phone}
        />
        <TextInput
          label={words.email}
          name="email"
          value={email}
          readOnly
          error={missing.email}
          inputWrapperOrder={['label', 'input', 'description']}
          description={
            <Anchor component={Link} to="/settings/update_email" size="sm">
              {words.changeEmail}
            </Anchor>
          }
        />
        <NativeSelect
          label={words.organization}
          name="org"
          description={site.organizationNote}
          defaultValue={saved.org}
          error={missing.org}
          data={[
            { value: '', label: site.asksOrganization ? words.choose : words.none },
            ...choices.map((value) => ({ value, label: value })),
            { value: otherOrganization, label: words.other },
          ]}
        />
        {typed.org === otherOrganization ? (
          <TextInput
            label={words.otherOrganization}
            name="otherOrg"
            autoComplete="organization"
            defaultValue={saved.otherOrg}
            error={missing.otherOrg}
          />
        ) : null}
        <Button type="submit" w="fit-content" disabled={!isChanged} loading={busy}>
          {texts.save}
        </Button>
      </Stack>
    </Form>
  )
}

export const meta = paneMeta('profile')

export const loader = loadProfile

export const action = submitProfile

/** Name, telephone number and organization; the address is shown and changed elsewhere. */
export default function ProfilePage({
  loaderData: data,
  actionData: answer,
}: PageProps<typeof loader, typeof action>) {
  const texts = settingsTexts
  return (
    <SettingsFrame>
      <PaneHead title={texts.panes.profile} lead={texts.profile.lead} />
      {data.verified ? null : (
        <Alert color="orange" title={texts.profile.unverified}>
          <Anchor component={Link} to="/verify_account?next=/settings/profile">
            {texts.profile.verify}
          </Anchor>
        </Alert>
      )}
      <Pane>
        <AnswerNote answer={answer} />
        <ProfileForm data={data} answer={answer} />
      </Pane>
      <Pane title={texts.photo.title}>
        <PhotoForm photoUrl={data.userProfile.photoUrl} name={data.userProfile.name} />
      </Pane>
    </SettingsFrame>
  )
}
