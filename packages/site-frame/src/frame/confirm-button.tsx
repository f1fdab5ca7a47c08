import { useHydrated } from '@freeor/ui/use-hydrated'
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { Form, useNavigation } from 'react-router'

export type ConfirmButtonProps = {
  /** On the button that opens the question. */
  label: string
  /** What it is about, for users who cannot see its row. */
  accessibleLabel?: string | undefined
  title: string
  text: ReactNode
  confirm: string
  cancel: string
  /** What the form sends. */
  fields: Readonly<Record<string, string>>
  /** More boxes of the question, such as a password. */
  children?: ReactNode
  disabled?: boolean
}

/**
 * A button that asks before its form is sent. Without script it is not there, so nothing is done without the question.
 */
export function ConfirmButton(props: ConfirmButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const [isSent, setSent] = useState(false)
  const { state } = useNavigation()
  const busy = state !== 'idle'
  const hydrated = useHydrated()
  // The question closes when the answer has come, whatever it is: the page shows it. One that was opened while another
  // form's answer was still coming stays.
  useEffect(() => {
    if (!busy || !isSent) return undefined
    return () => {
      setOpen(false)
      setSent(false)
    }
  }, [busy, isSent])
  return (
    <>
      <Button
        type="button"
        variant="default"
        size="xs"
        w="fit-content"
        disabled={!hydrated || (props.disabled ?? false)}
        aria-label={props.accessibleLabel}
        onClick={() => setOpen(true)}
      >
        {props.label}
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={props.title}
        closeButtonProps={{ 'aria-label': `${props.cancel}: ${props.title}` }}
      >
        <Form method="post" onSubmit={() => setSent(true)}>
          {Object.entries(props.fields).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <Stack gap="md">
            <Text>{props.text}</Text>
            {props.children}
            <Group justify="flex-end" gap="xs">
              <Button type="button" variant="default" onClick={() => setOpen(false)}>
                {props.cancel}
              </Button>
              {/* Not while another form's answer is read: it would refuse a press, and the focus would be elsewhere. */}
              <Button type="submit" loading={isSent}>
                {props.confirm}
              </Button>
            </Group>
          </Stack>
        </Form>
      </Modal>
    </>
  )
}
