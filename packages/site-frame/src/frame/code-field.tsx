import { TextInput } from '@mantine/core'

/** A box for a code that is used once: of a mail, a text message or an authenticator app. Sent as `code`. */
export function CodeField({ label, description }: { label: string; description?: string }) {
  return (
    <TextInput
      label={label}
      description={description}
      name="code"
      autoComplete="one-time-code"
      inputMode="numeric"
      required
      withAsterisk={false}
    />
  )
}
