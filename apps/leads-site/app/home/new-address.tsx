import { Alert, Button, Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import { texts } from '../texts.ts'

const words = texts.share

/** The address of a link, once: only its hash is kept. */
export function NewAddress({ address, text }: { address: string; text: string }) {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(address)
    setCopied(true)
  }
  return (
    <>
      <Alert role="status" color="teal" mb="md">
        {text}
      </Alert>
      <Group align="end" gap="xs" wrap="nowrap">
        <TextInput
          label={words.address}
          value={address}
          readOnly
          flex={1}
          onFocus={(event) => event.currentTarget.select()}
          data-autofocus
        />
        <Button variant="default" onClick={() => void copy()} aria-live="polite">
          {isCopied ? words.copied : words.copyAddress}
        </Button>
      </Group>
    </>
  )
}
