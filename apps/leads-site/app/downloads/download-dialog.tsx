import type { Dictionary } from '@freeor/leads/schema'
import { FormDialog } from '@freeor/site-frame/frame/form-dialog'
import { Alert, Skeleton } from '@mantine/core'
import { useState } from 'react'
import { useDuplicates } from '../duplicates/use-duplicates.ts'
import { RepeatDownload } from '../schedules/repeat-download.tsx'
import { queryOf, type SearchState } from '../search/search-url.ts'
import { texts } from '../texts.ts'
import { ChoiceForm } from './choice-form.tsx'
import { DoNotCallNote } from './do-not-call-note.tsx'
import { badFields, type Choice, requestOf } from './download-choice.ts'
import { DownloadProgress } from './download-progress.tsx'
import classes from './downloads.module.css'
import { MadeBefore } from './made-before.tsx'
import { OrderOutcome } from './order-outcome.tsx'
import { QuoteTable } from './quote-table.tsx'
import { useDownloadStart } from './use-download-start.ts'
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
    <FormDialog size="xl" title={texts.downloads.title} closeLabel={texts.downloads.close} onClose={onClose}>
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
            <OrderOutcome
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
    </FormDialog>
  )
}
