import { Alert, Stack } from '@mantine/core'
import IconInfoCircle from '@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs'
import type { ReactNode } from 'react'

/** Something to know, with what can be done about it. */
export function Notice({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <Alert color="orange" title={title} icon={<IconInfoCircle aria-hidden />}>
      <Stack gap="sm" align="start">
        {children}
      </Stack>
    </Alert>
  )
}
