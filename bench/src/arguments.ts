import { parseArgs } from 'node:util'

export type Options = {
  /** What to measure; all of them when none is named. */
  readonly what: readonly string[]
  readonly rows: number
  readonly runs: number
  /** How long each load on the whole site lasts. */
  readonly seconds: number
  /** How long the soak lasts. */
  readonly minutes: number
  /** Only our own product, without the two others. */
  readonly isAlone: boolean
  /** Leave the loaded engines in bench/data, so that the next run starts at once. */
  readonly keeps: boolean
  /** Where the figures of search, import and people are also written, as JSON. */
  readonly json: string | undefined
}

export const usage = `Usage: npm run bench -- [search|import|import-again|export|owned|http|people|overload|recovery|soak|pages|lighthouse|certificates|answers|lessons|autosaves|course-of-50|organization|quizzes|log|alerts|matching|business|suppression|share ...] [options]

  search   the query mix, beside PostgreSQL and DuckDB on the same rows
  import   rows a second, and the memory it takes
  import-again  a later import of the same leads, every twentieth changed
  export   MB a second of a download, and the memory it takes
  owned    search, quote and order of a company that owns ever more leads, from up to 200,000 files
  http     health, session checks, sign-in, pages, people searching at once, a flood of logins
  people   20 and 100 people searching at once
  overload ten times what the server can do, and how soon it is as before
  recovery a start and a stop, and how soon a server serves again that was killed or lost an engine
  soak     everything that people do on both sites for --minutes, and the server's memory meanwhile; only when named
  pages    kilobytes of script a page sends
  lighthouse    Lighthouse’s marks of the public pages, fetched by npx
  certificates  certificates a second, and whether 5,000 leave memory behind
  answers       answer clicks a second in quizzes
  lessons       lesson pages at 60 a second, and the pages of eight tabs, with the processor time of each
  autosaves     saves a second of lessons that are being written, with their history
  course-of-50  opening a course of 50 lessons as its author
  organization  the table and the plots of an organization of 5,000 members
  log           appending to the ledger's log of 10,000,000 entries, and its proofs
  alerts        evaluating 10,000 alerts over the 100,000 leads that an import changed
  matching      how rightly rows of a list are matched with leads, and how long that takes
  business      which leads are found to be one business, how rightly, and what that adds to an import
  suppression   a suppression list of 5,000,000 hashes: reading it, and quotes with it
  share         the page of a shared search, opened by strangers
  quizzes       importing 10,000 questions, and statistics over 5,000 attempts at 30

  --rows N      leads to make (10000000)
  --runs N      runs of each query, at least 15 (31)
  --seconds N   how long each load of http, people, answers, lessons and autosaves lasts, at least 2 (15);
                the overload lasts four times as long
  --minutes N   how long soak lasts, at least 1 (30)
  --alone       leave PostgreSQL and DuckDB out
  --keep        keep the loaded engines in bench/data for the next run
  --json FILE   write what search, import and people found to FILE as well
`

const measurements = [
  'search',
  'import',
  'export',
  'owned',
  'http',
  'people',
  'overload',
  'recovery',
  'soak',
  'pages',
  'lighthouse',
  'certificates',
  'answers',
  'lessons',
  'autosaves',
  'course-of-50',
  'organization',
  'quizzes',
  'log',
  'alerts',
  'matching',
  'business',
  'suppression',
  'share',
  'import-again',
] as const

/** @throws Error with a sentence when an argument is not one of those in \`usage\`. */
export function readOptions(args: readonly string[]): Options | 'help' {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      rows: { type: 'string', default: '10000000' },
      runs: { type: 'string', default: '31' },
      seconds: { type: 'string', default: '15' },
      minutes: { type: 'string', default: '30' },
      alone: { type: 'boolean', default: false },
      keep: { type: 'boolean', default: false },
      json: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return 'help'
  const rows = Number(values.rows.replaceAll(/[_,]/g, ''))
  const runs = Number(values.runs)
  if (!Number.isInteger(rows) || rows < 1) throw new Error('--rows takes a whole number, for example 200000')
  if (!Number.isInteger(runs) || runs < 15) throw new Error('--runs takes a whole number of at least 15')
  const seconds = Number(values.seconds)
  if (!Number.isInteger(seconds) || seconds < 2)
    throw new Error('--seconds takes a whole number of at least 2')
  const minutes = Number(values.minutes)
  if (!Number.isInteger(minutes) || minutes < 1)
    throw new Error('--minutes takes a whole number of at least 1')
  const known: readonly string[] = measurements
  const unknown = positionals.find((name) => !known.includes(name))
  if (unknown !== undefined)
    throw new Error(`There is no measurement "${unknown}"; there are ${known.join(', ')}`)
  return {
    what: positionals.length > 0 ? positionals : known.filter((name) => name !== 'soak'),
    rows,
    runs,
    seconds,
    minutes,
    isAlone: values.alone,
    keeps: values.keep,
    json: values.json,
  }
}
