import type { Download } from '@freeor/leads/downloads/schema'
import { Progress, Text } from '@mantine/core'
import { texts } from '../texts.ts'

type Props = { download: Pick<Download, 'state' | 'progress' | 'retrying'>; isUnheard: boolean }

/**
 * A file that is being made. When its progress is unknown, the bar is animated and the words say why: the file waits
 * for its turn, a try was interrupted, or the server cannot be reached.
 */
export function RunningFile({ download: { state, progress, retrying }, isUnheard }: Props) {
  const isRetrying = retrying || isUnheard
  const isMoving = !isUnheard && state === 'writing' && progress > 0
  const said = isRetrying
    ? texts.downloads.retrying
    : state === 'reserved'
      ? texts.downloads.waiting
      : texts.downloads.writing
  return (
    <>
      <Text role="status" size="sm">
        {said}
      </Text>
      <Progress
        value={isMoving ? progress * 100 : 100}
        striped={!isMoving}
        animated={!isMoving}
        aria-label={texts.downloads.progress}
        // A bar without a number says nothing to a user who cannot see it; the words do.
        aria-hidden={!isMoving || undefined}
      />
    </>
  )
}
