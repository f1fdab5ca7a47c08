import { Alert, Button, Group, Text, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { texts } from '../texts.ts'

const words = texts.share

/** The address of a link, once: only its hash is kept. */
export function NewAddress({ address, text }: { address: string; text: string }) {
  const [isCopied, setCopied] = useState<boolean>()
  const box = useRef<HTMLInputElement>(null)
  const copy = async () => {
    try {
      // Where the site is not served over HTTPS, there is no clipboard.
      await navigator.clipboard.writeText(address)
      setCopied(true)
    } catch {
      setCopied(false)
      box.current?.select()
    }
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
          ref={box}
          flex={1}
          onFocus={(event) => event.currentTarget.select()}
          data-autofocus
        />
        <Button variant="default" onClick={() => void copy()} aria-live="polite">
          {isCopied ? words.copied : words.copyAddress}
        </Button>
      </Group>
      <Text role="status" size="sm" mt="xs">
        {isCopied === false ? words.copyRefused : ''}
      </Text>
    </>
  )
}
