import { documentMeta } from '@freeor/site-frame/documents/document-meta'
import { forPage } from '@freeor/site-frame/errors/page-problem'
import { serverApi } from '@freeor/site-frame/frame/api'
import { shouldReloadSiteData } from '@freeor/site-frame/frame/site-data'
import { Button } from '@mantine/core'
import { Form, Link, useSearchParams, useSubmit } from 'react-router'
import {
  filterReadings,
  type Reading,
  type ReadingFilter,
  readFilter,
  readingTypes,
} from '../public/filter-readings.ts'
import { PageHead } from '../public/page-head.tsx'
import { listDocuments, readSitePage } from '../public/site-documents.ts'
import { texts } from '../texts.ts'
import type { Route } from './+types/reading-list'
import classes from './reading-list.module.css'

export const meta = documentMeta<typeof loader>()

export async function loader({ context }: Pick<Route.LoaderArgs, 'context'>) {
  const api = serverApi(context)
  const [page, readings] = await forPage(
    context,
    Promise.all([readSitePage(api, 'reading-list'), listDocuments(api, 'reading-list')]),
  )
  return { page, readings }
}

/** The whole list is here: another filter asks the server for nothing. */
export const shouldRevalidate = shouldReloadSiteData

const { readingList: words } = texts

const pathOf = ({ text, type }: ReadingFilter) => {
  const search = new URLSearchParams({ ...(text && { q: text }), ...(type && { type }) }).toString()
  return search ? `?${search}` : '/reading-list'
}

function Filters({ filter, count }: { filter: ReadingFilter; count: number }) {
  const submit = useSubmit()
  const choices = [undefined, ...readingTypes]
  return (
    <div className={classes.filters}>
      <Form
        method="get"
        preventScrollReset
        className={classes.search}
        onChange={({ currentTarget }) => submit(currentTarget, { replace: true, preventScrollReset: true })}
      >
        <label htmlFor="reading-search">{words.search}</label>
        <input
          key={filter.type ?? 'all'}
          id="reading-search"
          type="search"
          name="q"
          placeholder={words.searchHint}
          defaultValue={filter.text}
          autoComplete="off"
        />
        {filter.type ? <input type="hidden" name="type" value={filter.type} /> : null}
        <Button type="submit" size="md" variant="default">
          {words.find}
        </Button>
      </Form>
      <nav aria-label={words.filter} className={classes.types}>
        {choices.map((type) => (
          <Link
            key={type ?? 'all'}
            to={pathOf({ text: filter.text, type })}
            preventScrollReset
            aria-current={type === filter.type ? 'true' : undefined}
          >
            {type ?? words.all}
          </Link>
        ))}
      </nav>
      <p className={classes.count} role="status">
        {words.shown(count)}
      </p>
    </div>
  )
}

function Entry({ reading: { name, description, data } }: { reading: Reading }) {
  return (
    <li className={classes.entry}>
      <span className={classes.year}>{data.year}</span>
      <div>
        <h3>{name}</h3>
        <p className={classes.source}>
          {data.author}. {data.source}.
        </p>
        <p className={classes.description}>{description}</p>
      </div>
    </li>
  )
}

function Group({ type, readings }: { type: string; readings: readonly Reading[] }) {
  if (readings.length === 0) return null
  return (
    <section className={classes.group} aria-labelledby={type}>
      <h2 id={type}>{words.of(readings.length, type)}</h2>
      <ol>
        {readings.map((reading) => (
          <Entry key={reading.id} reading={reading} />
        ))}
      </ol>
    </section>
  )
}

export default function ReadingList({ loaderData: { page, readings } }: Route.ComponentProps) {
  const [search] = useSearchParams()
  const filter = readFilter(search)
  const found = filterReadings(readings, filter)
  return (
    <>
      <PageHead title={page.name} lead={page.data.lead} />
      <div className={classes.page}>
        <Filters filter={filter} count={found.length} />
        {found.length === 0 ? (
          <p className={classes.nothing}>
            {words.nothing} <Link to="/reading-list">{words.showAll}</Link>
          </p>
        ) : null}
        {readingTypes.map((type) => (
          <Group key={type} type={type} readings={found.filter(({ data }) => data.type === type)} />
        ))}
      </div>
    </>
  )
}
