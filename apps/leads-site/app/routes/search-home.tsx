import { ApiProblem } from '@freeor/api-client/client'
import type { SavedSearch } from '@freeor/leads/saved-searches/schema'
import type { Dictionary } from '@freeor/leads/schema'
import { EndedNotice } from '@freeor/site-frame/billing/ended-notice'
import { forPage, refuse } from '@freeor/site-frame/errors/page-problem'
import { serverApi } from '@freeor/site-frame/frame/api'
import { requireLogin } from '@freeor/site-frame/frame/visitor'
import { formatCount, formatDate } from '@freeor/ui/format'
import { Title } from '@mantine/core'
import { Link, useRevalidator } from 'react-router'
import { listAlerts } from '../api/alerts.ts'
import { listDictionaries } from '../api/dictionaries.ts'
import { type DownloadPage, listDownloads } from '../api/downloads.ts'
import { duplicateSavedSearch, listAllSearches } from '../api/saved-searches.ts'
import { forgetSharedSearch, listSharedWithMe, listShareLinks } from '../api/shares.ts'
import { Allowance } from '../home/allowance.tsx'
import { CompanySearches } from '../home/company-searches.tsx'
import { DownloadList } from '../home/download-list.tsx'
import { SavedSearches } from '../home/saved-searches.tsx'
import { SharedWithMe } from '../home/shared-with-me.tsx'
import { reportTexts } from '../texts/reports.ts'
import { scheduleTexts } from '../texts/schedules.ts'
import { texts } from '../texts.ts'
import type { Route } from './+types/search-home'
import classes from './search-home.module.css'

export const meta: Route.MetaFunction = () => [{ title: texts.titleOf(texts.home.title) }]

export async function loader({ context }: Route.LoaderArgs) {
  const api = serverApi(context)
  const me = await requireLogin(context, api)
  if (!me.allowance) throw refuse(context, 'payment_required', 402)
  const { abilities, allowance } = me
  const isActedAs = me.impersonatedBy !== null
  const canShare = abilities['searches.share'] && !isActedAs
  const [dictionaries, searches, downloads, companyDownloads, sharedSearches, alerts, links] = await forPage(
    context,
    Promise.all([
      listDictionaries(api),
      listAllSearches(api),
      listDownloads(api, 'mine'),
      listDownloads(api, 'colleagues'),
      listSharedWithMe(api),
      listAlerts(api),
      canShare ? listShareLinks(api) : null,
    ]),
  )
  return {
    ...{
      dictionaries,
      ...searches,
      downloads,
      companyDownloads,
      sharedSearches,
      alerts,
      allowance,
      canShare,
    },
    isActedAs,
    canConnect: abilities['webhooks.manage'],
    mostDays: links?.policy.mostDays ?? 0,
    canOrder: abilities['downloads.order'],
    canSave: abilities['searches.save'],
    canChange: abilities['billing.change'],
  }
}

/** Duplicates a saved search, or takes one out of those that were shared with the person. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const read = (name: string) => String(form.get(name) ?? '')
  const api = serverApi(context)
  try {
    if (form.has('duplicate')) await duplicateSavedSearch(api, read('duplicate'))
    else if (form.has('forget')) await forgetSharedSearch(api, read('forget'))
    return null
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.status >= 500) throw error
    return { failure: `${texts.home.notChanged} ${error.message}` }
  }
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
      {importedAt === null ? null : (
        <Link to={`/datasets/${dictId}`} className={classes.quality}>
          {texts.quality.linkOf(name)}
        </Link>
      )}
    </li>
  )
}

export default function SearchHome({ loaderData }: Route.ComponentProps) {
  const revalidator = useRevalidator()
  const dictionaries = loaderData.dictionaries as Dictionary[]
  const { canShare, canOrder, isActedAs, mostDays } = loaderData
  const files = { onDone: () => void revalidator.revalidate(), canShare, canOrder, isActedAs, mostDays }
  return (
    <div className={classes.page}>
      <div className={classes.opening}>
        <Title order={1}>{texts.home.heading}</Title>
        {loaderData.allowance.active ? (
          <Allowance allowance={loaderData.allowance} canChange={loaderData.canChange} />
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
          <SavedSearches
            searches={loaderData.savedSearches as SavedSearch[]}
            alerts={loaderData.alerts}
            mostDays={loaderData.mostDays}
            canShare={loaderData.canShare}
            canSave={loaderData.canSave}
            canReport={!isActedAs}
          />
          <p className={classes.links}>
            {loaderData.savedSearches.length + loaderData.companySearches.length > 1 ? (
              <Link to="/search/compare">{texts.compare.link}</Link>
            ) : null}
            {loaderData.canShare ? <Link to="/search/links">{texts.share.links}</Link> : null}
          </p>
        </section>
        <section aria-labelledby="downloads">
          <Title order={2} id="downloads" className={classes.heading}>
            {texts.home.downloads}
          </Title>
          <DownloadList first={loaderData.downloads as DownloadPage} whose="mine" {...files} />
          <p className={classes.links}>
            {loaderData.canOrder ? <Link to="/search/scheduled">{scheduleTexts.open}</Link> : null}
            <Link to="/search/suppression">{texts.suppression.open}</Link>
            <Link to="/search/lists">{texts.ownLists.open}</Link>
            <Link to="/settings/reports">{reportTexts.own}</Link>
            {loaderData.canConnect ? <Link to="/settings/webhooks">{texts.webhooks.open}</Link> : null}
          </p>
        </section>
        {loaderData.companySearches.length > 0 ? (
          <section aria-labelledby="company-searches">
            <Title order={2} id="company-searches" className={classes.heading}>
              {texts.home.fromCompany}
            </Title>
            <CompanySearches
              searches={loaderData.companySearches as SavedSearch[]}
              canSave={loaderData.canSave}
            />
          </section>
        ) : null}
        {loaderData.companyDownloads.downloads.length > 0 ? (
          <section aria-labelledby="company-downloads">
            <Title order={2} id="company-downloads" className={classes.heading}>
              {texts.home.companyDownloads}
            </Title>
            <DownloadList first={loaderData.companyDownloads as DownloadPage} whose="colleagues" {...files} />
          </section>
        ) : null}
        <section aria-labelledby="shared-with-me">
          <Title order={2} id="shared-with-me" className={classes.heading}>
            {texts.shared.withMe}
          </Title>
          <SharedWithMe searches={loaderData.sharedSearches} />
        </section>
      </div>
    </div>
  )
}
