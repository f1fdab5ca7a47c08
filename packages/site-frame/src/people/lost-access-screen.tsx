import { StateScreen } from '@freeor/ui/state-screen'
import { Button, Stack, Text } from '@mantine/core'
import { Form, useNavigation } from 'react-router'
import type { Answer } from '../frame/answer.ts'
import { AnswerNote } from '../frame/answer-note.tsx'
import { useRootData } from '../frame/root-data.ts'
import { useSite } from '../frame/site-context.ts'

/** For a user who was removed from the account they worked in: the way to an account of their own. */
export function LostAccessScreen({ answer }: { answer?: Answer | undefined }) {
  const site = useSite()
  const { lost } = site.texts.people
  const company = useRootData()?.me.lostCompany?.name
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
        <AnswerNote answer={answer} />
        {company ? <Text>{lost.from(company)}</Text> : null}
        <Text>{lost.text}</Text>
      </Stack>
    </StateScreen>
  )
}
