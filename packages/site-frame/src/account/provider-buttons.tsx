import { Button, Divider, Stack, Text } from '@mantine/core'
import { Link } from 'react-router'
import { useSite } from '../frame/site-context.ts'
import { useSiteData } from '../frame/site-data.ts'

export type ProviderButtonsProps = {
  /** Where to go afterwards; a path of this site. */
  next?: string | null
  /** The token of the invitation that brought them here. */
  invitation?: string
  /** The page says elsewhere what a new user agrees to. */
  isAgreed?: boolean
}

/**
 * A button for each provider with whose accounts users may log in here. Plain forms, as they lead away from the site.
 */
export function ProviderButtons({ next, invitation, isAgreed = false }: ProviderButtonsProps) {
  const { texts } = useSite()
  const providers = useSiteData()?.me.identityProviders ?? []
  if (providers.length === 0) return null
  const { account } = texts
  return (
    <Stack gap="sm">
      <Divider label={account.providerOr} />
      {providers.map(({ id, label }) => (
        <form key={id} method="post" action={`/login/${id}`}>
          {next ? <input type="hidden" name="next" value={next} /> : null}
          {invitation ? <input type="hidden" name="invitation" value={invitation} /> : null}
          <Button type="submit" variant="default" fullWidth>
            {account.continueWith(label)}
          </Button>
        </form>
      ))}
      {isAgreed ? null : (
        <Text size="sm" c="dimmed">
          {account.providerNew} <Link to="/terms">{texts.nav.terms}</Link> {texts.signup.and}{' '}
          <Link to="/privacy">{texts.nav.privacy}</Link>.
        </Text>
      )}
    </Stack>
  )
}
