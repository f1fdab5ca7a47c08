import { Anchor, Stack, Text } from '@mantine/core'
import type { AccountTexts } from './account-texts.ts'

/**
 * Sends the browser to a provider. A redirect would not work: the page's policy lets a form lead to this site only, and
 * browsers apply that to the redirects after it too.
 */
export function GoTo({ url, texts }: { url: string; texts: AccountTexts }) {
  return (
    <Stack gap="md">
      <meta httpEquiv="refresh" content={`0;url=${url}`} />
      <Text role="status">{texts.providerGoing(new URL(url).host)}</Text>
      <Anchor href={url}>{texts.providerGo}</Anchor>
    </Stack>
  )
}
