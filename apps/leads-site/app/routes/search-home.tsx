import type { Dictionary, Download, SavedSearch } from '@freeor/leads/schema'
import { EndedNotice } from '@freeor/site-frame/billing/ended-notice'
import { forPage, refuse } from '@freeor/site-frame/errors/page-problem'
import { serverApi } from '@freeor/site-frame/frame/api'
import type { Me } from '@freeor/site-frame/frame/visitor'
import { requireLogin } from '@freeor/site-frame/frame/visitor'
import { formatCount, formatDate } from '@freeor/ui/format'
import { Stat } from '@freeor/ui/stat'
import { Title } from '@mantine/core'
import { Link, useRevalidator } from 'react-router'
import { listDictionaries } from '../api/dictionaries.ts'
import { listDownloads } from '../api/downloads.ts'
import { listSavedSearches, renameSavedSearch } from '../api/saved-searches.ts'
import { DownloadList } from '../home/download-list.tsx'
import { SavedSearches } from '../home/saved-searches.tsx'
import { texts } from '../texts.ts'
import type { Route } from './+types/search-home'
import classes from './search-home.module.css'

export const meta: Route.MetaFunction = () => [{ title: texts.titleOf(texts.home.title) }]

export async function loader({ context }: Route.LoaderArgs) {
  const api = serverApi(context)
  const me = await requireLogin(context, api)
  if (!me.allowance) throw refuse(context, 'payment_required', 402)
  const [dictionaries, savedSearches, downloads] = await forPage(
    context,
    Promise.all([listDictionaries(api), listSavedSearches(api), listDownloads(api)]),
  )
  const canChange = me.abilities['billing.change']
  return { dictionaries, savedSearches, downloads, allowance: me.allowance, canChange }
}

/** Renaming, from the form of a saved search. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const read = (name: string) => String(form.get(name) ?? '')
  const api = serverApi(context)
  await forPage(context, renameSavedSearch(api, read('rename'), read('searchName')))
  return null
}

function Dataset({ dictionary }: { dictionary: Dictionary }) {
  const { dictId, name, description, rows, columns, importedAt } = dictionary
  return (
    <li className={classes.dataset}>
      <Link to={`/_search/${dictId}`}>
        <span className={classes.name}>{name}</span>
        <span className={classes.rows}>
          {importedAt === null ? texts.home.empty : texts.search.count(formatCount(rows))}
        </span>
        <span className={classes.note}>{description}</span>
        <span className={classes.note}>
          {texts.home.columnsCount(formatCount(columns.length))}
          {importedAt === null ? '' : ` · ${texts.home.importedOn(formatDate(importedAt))}`}
        </span>
      </Link>
    </li>
  )
}

function Allowance({ allowance }: { allowance: NonNullable<Me['allowance']> }) {
  return (
    <section aria-label={texts.home.allowance}>
      <dl className={classes.stats}>
        <Stat label={texts.home.remaining} value={formatCount(allowance.leadsRemaining)} />
        <Stat label={texts.home.perMonth} value={formatCount(allowance.leads)} />
        <Stat label={texts.home.perFile} value={formatCount(allowance.downloadLimit)} />
        {allowance.nextLeadsAt ? (
          <Stat label={texts.home.renews} value={formatDate(allowance.nextLeadsAt)} />
        ) : null}
      </dl>
    </section>
  )
}

export default function SearchHome({ loaderData }: Route.ComponentProps) {
  const revalidator = useRevalidator()
  const dictionaries = loaderData.dictionaries as Dictionary[]
  return (
    <div className={classes.page}>
      <div className={classes.opening}>
        <Title order={1}>{texts.home.heading}</Title>
        {loaderData.allowance.active ? (
          <Allowance allowance={loaderData.allowance} />
        ) : (
          <EndedNotice canChange={loaderData.canChange} />
        )}
      </div>
      <section aria-labelledby="data-sets">
        <Title order={2} id="data-sets" className={classes.heading}>
          {texts.home.data}
        </Title>
        {dictionaries.length === 0 ? <p className={classes.note}>{texts.home.noData}</p> : null}
        <ul className={classes.datasets}>
          {dictionaries.map((dictionary) => (
            <Dataset key={dictionary.dictId} dictionary={dictionary} />
          ))}
        </ul>
      </section>
      <div className={classes.columns}>
        <section aria-labelledby="saved-searches">
          <Title order={2} id="saved-searches" className={classes.heading}>
            {texts.home.saved}
          </Title>
          <SavedSearches searches={loaderData.savedSearches as SavedSearch[]} />
        </section>
        <section aria-labelledby="downloads">
          <Title order={2} id="downloads" className={classes.heading}>
            {texts.home.downloads}
          </Title>
          <DownloadList
            downloads={loaderData.downloads as Download[]}
            onDone={() => void revalidator.revalidate()}
          />
        </section>
      </div>
    </div>
  )
}
