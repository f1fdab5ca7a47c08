import type { Download } from '@freeor/leads/schema'
import { Progress, Text } from '@mantine/core'
import { texts } from '../texts.ts'

type Props = { download: Pick<Download, 'state' | 'progress' | 'retrying'>; isUnheard: boolean }

/**
 * A file under way. Where nothing is known of how far it is, the bar moves on its own and the words say why: it waits
 * for its turn, a try was cut off, or the server cannot be reached.
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
        // A bar without a number says nothing to whoever cannot see it; the words do.
        aria-hidden={!isMoving || undefined}
      />
    </>
  )
}
