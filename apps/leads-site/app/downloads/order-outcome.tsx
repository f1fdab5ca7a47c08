import type { OfferedQuote } from '@freeor/leads/downloads/schema'
import { ProveAddress, useMustProveAddress } from '@freeor/site-frame/account/prove-address'
import { formatCount, formatTime } from '@freeor/ui/format'
import { Alert, Anchor, Button, Text } from '@mantine/core'
import { Link } from 'react-router'
import { texts } from '../texts.ts'
import { AskApproval } from './ask-approval.tsx'
import { refusalText } from './refusal-text.ts'
import type { StartedDownload } from './use-download-start.ts'

type OrderOutcomeProps = {
  quote: OfferedQuote | undefined
  started: StartedDownload
  isReady: boolean
  onConfirm: () => void
  /** Limits the download to this many leads. */
  onTake: (limit: number) => void
}

/** Why it cannot be ordered, or the button that orders it. */
export function OrderOutcome({ quote, started, isReady, onConfirm, onTake }: OrderOutcomeProps) {
  const mustProve = useMustProveAddress()
  if (!quote) return null
  const { price } = quote.credits
  const refusal = refusalText(quote)
  const atMost = Math.min(quote.downloadLimit, quote.credits.before)
  return (
    <>
      {mustProve ? <ProveAddress texts={texts.verification} /> : null}
      {refusal ? (
        <Alert color="orange" role="status">
          {refusal}{' '}
          <Anchor component={Link} to="/pricing">
            {texts.downloads.seePlans}
          </Anchor>
          {quote.outcome !== 'nothing_to_download' && atMost > 0 ? (
            <Button variant="default" size="xs" mt="sm" display="block" onClick={() => onTake(atMost)}>
              {texts.downloads.take(formatCount(atMost))}
            </Button>
          ) : null}
        </Alert>
      ) : null}
      {quote.binding ? (
        <Text size="sm" c="dimmed">
          {texts.downloads.kept(formatTime(quote.binding.expiresAt))}
        </Text>
      ) : null}
      {started.status === 'failed' ? (
        <Alert color="orange" role="alert">
          {started.message}
        </Alert>
      ) : null}
      {started.status === 'failed' && started.code === 'spending_limit_exceeded' ? (
        <AskApproval key={JSON.stringify(started.request)} request={started.request} />
      ) : null}
      <Button
        fullWidth
        loading={started.status === 'starting'}
        disabled={mustProve || !isReady || quote.outcome !== 'ok'}
        onClick={onConfirm}
      >
        {price > 0 ? texts.downloads.confirm(formatCount(price)) : texts.downloads.confirmFree}
      </Button>
    </>
  )
}
