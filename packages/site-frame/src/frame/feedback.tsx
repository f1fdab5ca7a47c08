import { Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** A line under a field that says whether it is right; announced politely. */
export function Feedback({ id, good, children }: { id: string; good: boolean; children: ReactNode }) {
  return (
    <Text id={id} size="sm" mt={6} c={good ? 'var(--feedback-good)' : 'var(--feedback-bad)'} role="status">
      {children}
    </Text>
  )
}
