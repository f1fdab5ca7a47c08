import type { DownloadRequest } from '@freeor/leads/downloads/schema'
import type { OwnList, OwnListMatch } from '@freeor/leads/own-lists/schema'
import type { Dictionary } from '@freeor/leads/schema'
import { Alert, Button, Checkbox, Skeleton, Text } from '@mantine/core'
import { useState } from 'react'
import { filledFile } from '../api/own-lists.ts'
import { DownloadProgress } from '../downloads/download-progress.tsx'
import { OrderOutcome } from '../downloads/order-outcome.tsx'
import { QuoteTable } from '../downloads/quote-table.tsx'
import { useDownloadStart } from '../downloads/use-download-start.ts'
import { useQuote } from '../downloads/use-quote.ts'
import { texts } from '../texts.ts'
import classes from './own-lists.module.css'

const words = texts.ownLists

export type FillRowsProps = { list: OwnList; match: OwnListMatch; dictionary: Dictionary }

/** Buys the matched leads as every file is bought, then offers the list's own rows with the columns of them. */
export function FillRows({ list, match, dictionary }: FillRowsProps) {
  const [columns, setColumns] = useState(dictionary.columns.map(({ key }) => key))
  const [isReady, setReady] = useState(match.owned > 0)
  return (
    <div className={classes.result}>
      <Buy list={list} match={match} onReady={() => setReady(true)} />
      <fieldset className={classes.choices}>
        <legend>{words.fileColumns}</legend>
        {dictionary.columns.map(({ key, label }) => (
          <Checkbox
            key={key}
            label={label}
            checked={columns.includes(key)}
            onChange={({ currentTarget: { checked } }) =>
              setColumns((chosen) =>
                dictionary.columns
                  .map((column) => column.key)
                  .filter((one) => (one === key ? checked : chosen.includes(one))),
              )
            }
          />
        ))}
      </fieldset>
      {isReady ? (
        <Button
          component="a"
          href={filledFile(list.id, match.dictId, columns)}
          download
          w="fit-content"
          variant="default"
        >
          {words.fetchFilled}
        </Button>
      ) : (
        <Text size="sm" c="dimmed">
          {words.fetchFirst}
        </Text>
      )}
    </div>
  )
}

type BuyProps = { list: OwnList; match: OwnListMatch; onReady: () => void }

function Buy({ list, match, onReady }: BuyProps) {
  const [limit, setLimit] = useState<number>()
  const request: DownloadRequest = {
    dictId: match.dictId,
    filter: match.filters.matched,
    searchName: list.name,
    ...(limit !== undefined && { limit }),
  }
  const quote = useQuote(request)
  const { started, start } = useDownloadStart({ onStarted: () => undefined, onRefused: quote.askAgain })
  if (started.status === 'started') return <DownloadProgress download={started.download} onDone={onReady} />
  return (
    <section className={classes.quote} aria-label={words.buy}>
      {quote.quote ? <QuoteTable quote={quote.quote} isOld={quote.isOld} /> : null}
      {!quote.quote && !quote.message ? (
        <Skeleton h={180} role="status" aria-label={texts.downloads.counting} />
      ) : null}
      {quote.message ? (
        <Alert color="orange" role="alert">
          {quote.message}
        </Alert>
      ) : null}
      <OrderOutcome
        quote={quote.quote}
        started={started}
        isReady={!quote.isOld}
        onConfirm={() => (quote.quote ? start(request, quote.quote) : undefined)}
        onTake={setLimit}
      />
    </section>
  )
}
