import { Button, Divider, Stack } from '@mantine/core'
import { useLocation } from 'react-router'
import { CodeField } from '../frame/code-field.tsx'
import type { LinkedProvider } from './reauthenticate.ts'
import type { SettingsTexts } from './settings-texts.ts'
import { reauthenticatedFlag } from './use-reauthenticated.ts'

/**
 * Logs in again at a provider instead of giving the password, and comes back to the page. Plain forms, as they lead
 * away from the site.
 */
export function ProviderAgain(props: {
  texts: SettingsTexts
  providers: readonly LinkedProvider[]
  /** Their account asks for a code too. */
  asksCode: boolean
}) {
  const { texts, providers, asksCode } = props
  const { pathname } = useLocation()
  const words = texts.password
  return (
    <Stack gap="sm" mt="md">
      <Divider label={words.or} />
      {providers.map(({ id, label }) => (
        <form key={id} method="post" action={`/login/${id}`}>
          <input type="hidden" name="intent" value="again" />
          <input type="hidden" name="next" value={`${pathname}?${reauthenticatedFlag}=1`} />
          <Stack gap="sm">
            {asksCode ? <CodeField label={words.code} description={words.codeHint} /> : null}
            <Button type="submit" variant="default" w="fit-content">
              {words.provider(label)}
            </Button>
          </Stack>
        </form>
      ))}
    </Stack>
  )
}
