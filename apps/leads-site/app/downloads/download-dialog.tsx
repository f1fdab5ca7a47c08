import type { DownloadQuote, OfferedQuote } from '@freeor/leads/downloads/schema'
import type { Dictionary } from '@freeor/leads/schema'
import { ProveAddress, useMustProveAddress } from '@freeor/site-frame/account/prove-address'
import { formatCount, formatTime } from '@freeor/ui/format'
import { useReturnFocus } from '@freeor/ui/use-return-focus'
import { Alert, Anchor, Button, Modal, Skeleton, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { useDuplicates } from '../duplicates/use-duplicates.ts'
import { RepeatDownload } from '../schedules/repeat-download.tsx'
import { queryOf, type SearchState } from '../search/search-url.ts'
import { texts } from '../texts.ts'
import { AskApproval } from './ask-approval.tsx'
import { ChoiceForm } from './choice-form.tsx'
import { DoNotCallNote } from './do-not-call-note.tsx'
import { badFields, type Choice, requestOf } from './download-choice.ts'
import { DownloadProgress } from './download-progress.tsx'
import classes from './downloads.module.css'
import { MadeBefore } from './made-before.tsx'
import { QuoteTable } from './quote-table.tsx'
import { type StartedDownload, useDownloadStart } from './use-download-start.ts'
import { useQuote } from './use-quote.ts'

export type DownloadDialogProps = {
  dictionary: Dictionary
  state: SearchState
  /** Keys of the table's columns: the initial choice for the file. */
  columns: string[]
  searchName: string
  onClose: () => void
  onStarted: () => void
}

/** From the quote to the file: what it costs, what it contains, then making and fetching it. */
export function DownloadDialog(props: DownloadDialogProps) {
  const { dictionary, state, onClose, onStarted } = props
  useReturnFocus()
  const [choice, setChoice] = useState<Choice>({
    columns: props.columns,
    format: 'csv',
    preset: undefined,
    rowsPerFile: '',
    limit: '',
    offset: 0,
    suppressOwned: false,
    includeNotes: false,
    suppressLists: true,
    searchName: props.searchName,
  })
  const duplicates = useDuplicates(dictionary.dictId, queryOf(state))
  const bad = badFields(choice)
  const request = requestOf(dictionary.dictId, state, choice)
  const quote = useQuote(request)
  const { started, start } = useDownloadStart({ onStarted, onRefused: quote.askAgain })
  return (
    <Modal
      opened
      onClose={onClose}
      size="xl"
      title={texts.downloads.title}
      closeButtonProps={{ 'aria-label': texts.downloads.close }}
    >
      {started.status === 'started' ? (
        <DownloadProgress download={started.download} onDone={onStarted} />
      ) : (
        <div className={classes.dialog}>
          <ChoiceForm dictionary={dictionary} choice={choice} onChange={setChoice} />
          <section aria-label={texts.downloads.quoteLabel} className={classes.quote}>
            <MadeBefore
              found={duplicates}
              offset={choice.offset}
              onOffset={(offset) => setChoice({ ...choice, offset })}
            />
            {quote.quote ? <QuoteTable quote={quote.quote} isOld={quote.isOld} /> : null}
            {quote.quote?.doNotCall ? <DoNotCallNote found={quote.quote.doNotCall} /> : null}
            {!quote.quote && !quote.message ? (
              <Skeleton h={220} role="status" aria-label={texts.downloads.counting} />
            ) : null}
            {quote.message ? (
              <Alert color="orange" role="alert">
                {quote.message}
              </Alert>
            ) : null}
            <Outcome
              quote={quote.quote}
              started={started}
              isReady={!quote.isOld && !bad.limit && !bad.rowsPerFile}
              onConfirm={() => (quote.quote ? start(request, quote.quote) : undefined)}
              onTake={(limit) => setChoice({ ...choice, limit: String(limit) })}
            />
            {quote.quote ? <RepeatDownload request={request} price={quote.quote.credits.price} /> : null}
          </section>
        </div>
      )}
    </Modal>
  )
}

type OutcomeProps = {
  quote: OfferedQuote | undefined
  started: StartedDownload
  isReady: boolean
  onConfirm: () => void
  /** Limits the download to this many leads. */
  onTake: (limit: number) => void
}

/** Why it cannot be ordered, or the button that orders it. */
export function Outcome({ quote, started, isReady, onConfirm, onTake }: OutcomeProps) {
  const mustProve = useMustProveAddress()
  if (!quote) return null
  const { price } = quote.credits
  const refusal = refusalOf(quote)
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

function refusalOf(quote: DownloadQuote): string | undefined {
  switch (quote.outcome) {
    case 'nothing_to_download':
      return texts.downloads.nothing
    case 'file_limit_exceeded':
      return texts.downloads.fileLimit(formatCount(quote.downloadLimit))
    case 'insufficient_credits':
      return texts.downloads.credits
    default:
      return undefined
  }
}
