import { unwrap } from '@freeor/api-client/client'
import { Alert, Button, Stack } from '@mantine/core'
import IconFingerprint from '@tabler/icons-react/dist/esm/icons/IconFingerprint.mjs'
import { browserApi } from '../frame/api.ts'
import { type PasskeyStep, usePasskey } from './use-passkey.ts'

export type PasskeyTexts = {
  readonly passkey: string
  readonly passkeyCancelled: string
}

/** The options for logging in with a passkey; with a ticket, it is the second step. */
export const loginPasskeyOptions = async (ticket: string | undefined) =>
  unwrap(await browserApi().POST('/api/auth/passkey/options', { body: ticket ? { ticket } : {} })).options

/** Uses a passkey and sends the browser's answer to the page's action. Nothing where there are no passkeys. */
export function PasskeyButton({ texts, ...step }: { texts: PasskeyTexts } & PasskeyStep) {
  const { isOffered, ask, failure, busy } = usePasskey({ cancelled: texts.passkeyCancelled })
  if (!isOffered) return null
  return (
    <Stack gap="xs">
      <Button
        variant="default"
        leftSection={<IconFingerprint size={18} aria-hidden />}
        loading={busy}
        onClick={() => void ask(step)}
      >
        {texts.passkey}
      </Button>
      {failure ? (
        <Alert role="alert" color="orange">
          {failure}
        </Alert>
      ) : null}
    </Stack>
  )
}
