import type { DownloadQuote } from '@freeor/leads/downloads/schema'
import { formatCount } from '@freeor/ui/format'
import { texts } from '../texts.ts'
import { coveredRows } from './covered-rows.ts'
import classes from './downloads.module.css'

/** The quote line by line: from what was found to what is left afterwards. */
export function QuoteTable({ quote, isOld }: { quote: DownloadQuote; isOld: boolean }) {
  // For a file that the plan refuses, the price of a part is known only after that part is requested.
  const isCovered = quote.outcome === 'ok' || quote.outcome === 'nothing_to_download'
  const lines: { label: string; value: number; isStrong?: boolean; isShown?: boolean }[] = [
    { label: texts.downloads.matches, value: quote.matches },
    { label: texts.downloads.owned, value: quote.alreadyOwned },
    {
      label: texts.downloads.suppressed,
      value: quote.suppressed - quote.listed,
      isShown: quote.suppressed > quote.listed,
    },
    { label: texts.downloads.listed, value: quote.listed, isShown: quote.listed > 0 },
    { label: texts.downloads.optedOut, value: quote.optedOut, isShown: quote.optedOut > 0 },
    { label: texts.downloads.overFile, value: quote.overFileLimit, isShown: quote.overFileLimit > 0 },
    { label: texts.downloads.overAllowance, value: quote.overAllowance, isShown: quote.overAllowance > 0 },
    { label: texts.downloads.rows, value: coveredRows(quote), isStrong: true },
    { label: texts.downloads.same, value: quote.sameLeads, isShown: quote.sameLeads > 0 && isCovered },
    { label: texts.downloads.price, value: quote.credits.price, isStrong: true, isShown: isCovered },
    { label: texts.downloads.before, value: quote.credits.before },
    { label: texts.downloads.after, value: quote.credits.after, isShown: isCovered },
  ]
  return (
    <dl className={classes.lines} data-old={isOld || undefined} aria-busy={isOld} aria-live="polite">
      {lines
        .filter((line) => line.isShown ?? true)
        .map((line) => (
          <div key={line.label} data-strong={line.isStrong || undefined}>
            <dt>{line.label}</dt>
            <dd>{formatCount(line.value)}</dd>
          </div>
        ))}
    </dl>
  )
}
