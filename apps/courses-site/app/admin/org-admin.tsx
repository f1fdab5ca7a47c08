import { adminTexts } from '@freeor/site-frame/admin/admin-texts'
import { ReasonField } from '@freeor/site-frame/admin/reason-field'
import { Pane } from '@freeor/site-frame/frame/pane'
import { Button, Checkbox, Stack, Text } from '@mantine/core'
import { Form, useNavigation } from 'react-router'
import { organizationTexts } from '../texts/organization.ts'

/** What the form of the pane requests. */
export const orgAdminIntent = 'org-admin'

export type OrgAdminProps = {
  org: string
  orgIsTyped: boolean
  orgAdmin: readonly string[]
  organizations: readonly string[]
}

const words = organizationTexts.admin

function Choices({ orgAdmin, organizations }: Pick<OrgAdminProps, 'orgAdmin' | 'organizations'>) {
  const busy = useNavigation().formData?.get('intent') === orgAdminIntent
  return (
    <Form method="post">
      <input type="hidden" name="intent" value={orgAdminIntent} />
      <Stack gap="md">
        <Checkbox.Group label={words.adminOf} defaultValue={[...orgAdmin]}>
          <Stack gap="xs" mt="xs">
            {organizations.map((name) => (
              <Checkbox key={name} name="orgAdmin" value={name} label={name} size="md" />
            ))}
          </Stack>
        </Checkbox.Group>
        <ReasonField texts={adminTexts} />
        <Button type="submit" w="fit-content" loading={busy}>
          {words.save}
        </Button>
      </Stack>
    </Form>
  )
}

/** The organization of a person, and those whose members' progress they see. */
export function OrgAdmin({ org, orgIsTyped, orgAdmin, organizations }: OrgAdminProps) {
  const named = orgIsTyped ? words.typed(org) : org
  return (
    <Pane title={words.title}>
      <Stack gap="md">
        <Text>
          {words.chosen}: {org === '' ? words.none : named}
        </Text>
        {organizations.length === 0 ? (
          <Text c="dimmed">{words.nothingConfigured}</Text>
        ) : (
          <Choices key={orgAdmin.join(';')} orgAdmin={orgAdmin} organizations={organizations} />
        )}
      </Stack>
    </Pane>
  )
}
