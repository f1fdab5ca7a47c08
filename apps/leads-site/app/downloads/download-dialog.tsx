import type { Dictionary, DownloadQuote, DownloadRequest } from '@freeor/leads/schema'
import { ProveAddress, useMustProveAddress } from '@freeor/site-frame/account/prove-address'
import { useRootData } from '@freeor/site-frame/frame/root-data'
import { formatCount } from '@freeor/ui/format'
import { useReturnFocus } from '@freeor/ui/use-return-focus'
import {
  Alert,
  Anchor,
  Badge,
  Button,
  Checkbox,
  Modal,
  NativeSelect,
  Skeleton,
  TextInput,
} from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { ColumnChoice } from '../search/column-menu.tsx'
import { queryOf, type SearchState } from '../search/search-url.ts'
import { texts } from '../texts.ts'
import { DownloadProgress } from './download-progress.tsx'
import classes from './downloads.module.css'
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

type Format = NonNullable<DownloadRequest['format']>
type Choice = { columns: string[]; format: Format; limit: string; suppressOwned: boolean; searchName: string }

const formats: { value: Format; label: string }[] = [
  { value: 'csv', label: texts.downloads.csv },
  { value: 'csv-bom', label: texts.downloads.csvBom },
  { value: 'xlsx', label: texts.downloads.xlsx },
]

const isWhole = (text: string) => /^[1-9]\d{0,8}$/.test(text)

function requestOf(dictId: string, state: SearchState, choice: Choice): DownloadRequest {
  return {
    dictId,
    ...queryOf(state),
    sort: state.sort,
    columns: choice.columns,
    format: choice.format,
    suppressOwned: choice.suppressOwned,
    searchName: choice.searchName,
    ...(isWhole(choice.limit) ? { limit: Number(choice.limit) } : {}),
  }
}

/** From the quote to the file: what it costs, what it contains, then making and fetching it. */
export function DownloadDialog(props: DownloadDialogProps) {
  const { dictionary, state, onClose, onStarted } = props
  useReturnFocus()
  const [choice, setChoice] = useState<Choice>({
    columns: props.columns,
    format: 'csv',
    limit: '',
    suppressOwned: false,
    searchName: props.searchName,
  })
  const request = requestOf(dictionary.dictId, state, choice)
  const quote = useQuote(request)
  const { started, start } = useDownloadStart(onStarted)
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
            {quote.quote ? <QuoteTable quote={quote.quote} isOld={quote.isOld} /> : null}
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
              isReady={!quote.isOld && (choice.limit === '' || isWhole(choice.limit))}
              onConfirm={() => start(request)}
              onTake={(limit) => setChoice({ ...choice, limit: String(limit) })}
            />
          </section>
        </div>
      )}
    </Modal>
  )
}

type OutcomeProps = {
  quote: DownloadQuote | undefined
  started: StartedDownload
  isReady: boolean
  onConfirm: () => void
  /** Limits the download to this many leads. */
  onTake: (limit: number) => void
}

function Outcome({ quote, started, isReady, onConfirm, onTake }: OutcomeProps) {
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
      {started.status === 'failed' ? (
        <Alert color="orange" role="alert">
          {started.message}
        </Alert>
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

type ChoiceFormProps = { dictionary: Dictionary; choice: Choice; onChange: (choice: Choice) => void }

function ChoiceForm({ dictionary, choice, onChange }: ChoiceFormProps) {
  const maySuppress = useRootData()?.me.allowance?.searchSuppressions ?? false
  const set = (patch: Partial<Choice>) => onChange({ ...choice, ...patch })
  const isBad = choice.limit !== '' && !isWhole(choice.limit)
  return (
    <div className={classes.choice}>
      <TextInput
        label={texts.downloads.name}
        value={choice.searchName}
        maxLength={120}
        onChange={(event) => set({ searchName: event.currentTarget.value })}
      />
      <div className={classes.pair}>
        <NativeSelect
          label={texts.downloads.format}
          data={formats}
          value={choice.format}
          onChange={(event) => {
            const format = formats.find((each) => each.value === event.currentTarget.value)
            if (format) set({ format: format.value })
          }}
        />
        <TextInput
          label={texts.downloads.limit}
          placeholder={texts.downloads.limitHint}
          inputMode="numeric"
          value={choice.limit}
          error={isBad ? texts.downloads.limitBad : undefined}
          onChange={(event) => set({ limit: event.currentTarget.value.trim() })}
        />
      </div>
      <div className={classes.suppress}>
        <Checkbox
          label={texts.downloads.suppress}
          disabled={!maySuppress}
          checked={choice.suppressOwned}
          onChange={(event) => set({ suppressOwned: event.currentTarget.checked })}
        />
        {maySuppress ? null : (
          <Badge
            component={Link}
            to="/pricing"
            title={texts.downloads.upgradeHint}
            className={classes.upgrade}
          >
            {texts.downloads.upgrade}
          </Badge>
        )}
      </div>
      <fieldset className={classes.columns}>
        <legend>{texts.downloads.columns}</legend>
        <ColumnChoice
          columns={dictionary.columns}
          chosen={choice.columns}
          onChange={(columns) => set({ columns })}
        />
      </fieldset>
    </div>
  )
}
