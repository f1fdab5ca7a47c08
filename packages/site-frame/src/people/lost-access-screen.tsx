import { StateScreen } from '@freeor/ui/state-screen'
import { Button, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'
import { useSite } from '../frame/site-context.ts'
import { useSiteData } from '../frame/site-data.ts'

/**
 * For a user who was removed from the account they worked in: the way to an account of their own. Every page loads it, as
 * it may be what a route throws: the note of an answer comes from the page that has one.
 */
export function LostAccessScreen({ note }: { note?: ReactNode }) {
  const site = useSite()
  const { lost } = site.texts.people
  const company = useSiteData()?.me.lostCompany?.name
  const busy = useNavigation().formAction?.startsWith('/lost_access') ?? false
  return (
    <StateScreen
      title={lost.heading}
      picture={<site.pictures.locked />}
      action={
        <Form method="post" action="/lost_access">
          <Button type="submit" loading={busy}>
            {lost.convert}
          </Button>
        </Form>
      }
    >
      <title>{site.texts.titleOf(lost.title)}</title>
      <Stack gap="xs">
        {note}
        {company ? <Text>{lost.from(company)}</Text> : null}
        <Text>{lost.text}</Text>
      </Stack>
    </StateScreen>
  )
}
