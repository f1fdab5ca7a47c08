import { Button, Group } from '@mantine/core'

export type DialogActionsProps = { cancel: string; submit: string; isBusy: boolean; onCancel: () => void }

/** The two answers at the end of the form of a dialog box. */
export function DialogActions({ cancel, submit, isBusy, onCancel }: DialogActionsProps) {
  return (
    <Group justify="flex-end" mt="lg">
      <Button variant="default" onClick={onCancel}>
        {cancel}
      </Button>
      <Button type="submit" loading={isBusy}>
        {submit}
      </Button>
    </Group>
  )
}
