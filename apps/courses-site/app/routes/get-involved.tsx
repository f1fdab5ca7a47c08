import { documentMeta } from '@freeor/site-frame/documents/document-meta'
import { forPage } from '@freeor/site-frame/errors/page-problem'
import { serverApi } from '@freeor/site-frame/frame/api'
import { useSiteData } from '@freeor/site-frame/frame/site-data'
import { Link } from 'react-router'
import { AudienceTable } from '../public/audience-table.tsx'
import { PageHead } from '../public/page-head.tsx'
import { Plate } from '../public/plate.tsx'
import { type Documents, listDocuments, readSitePage } from '../public/site-documents.ts'
import { texts } from '../texts.ts'
import type { Route } from './+types/get-involved'
import classes from './get-involved.module.css'

export const meta = documentMeta<typeof loader>()

export async function loader({ context }: Pick<Route.LoaderArgs, 'context'>) {
  const api = serverApi(context)
  const [page, opportunities, audiences] = await forPage(
    context,
    Promise.all([
      readSitePage(api, 'get-involved'),
      listDocuments(api, 'opportunities'),
      listDocuments(api, 'audiences'),
    ]),
  )
  return { page, opportunities, audiences }
}

type Opportunity = Documents<'opportunities'>[number]

const { getInvolved: words } = texts

/** The page of the opportunity, or a mail about it. */
function Way({ name, page }: { name: string; page: string | undefined }) {
  const address = useSiteData()?.supportEmail
  if (page) return <Link to={page}>{words.open(name)}</Link>
  if (!address) return null
  return (
    <a href={`mailto:${address}?subject=${encodeURIComponent(name)}`} aria-label={`${words.write}: ${name}`}>
      {words.write}
    </a>
  )
}

function Card({ opportunity: { name, data } }: { opportunity: Opportunity }) {
  return (
    <li className={classes.card}>
      {data.picture ? <Plate picture={data.picture} /> : null}
      <h2>{name}</h2>
      <p>{data.text}</p>
      <p className={classes.time}>{data.time}</p>
      <Way name={name} page={data.page} />
    </li>
  )
}

function Categories({ opportunities }: { opportunities: readonly Opportunity[] }) {
  const categories = [...new Set(opportunities.map(({ data }) => data.category))]
  return (
    <section className={classes.categories}>
      <h2>{words.all}</h2>
      <div>
        {categories.map((category) => (
          <section key={category}>
            <h3>{category}</h3>
            <ul>
              {opportunities
                .filter(({ data }) => data.category === category)
                .map(({ id, name, data }) => (
                  <li key={id}>
                    <strong>{name}.</strong> {data.text} <Way name={name} page={data.page} />
                  </li>
                ))}
            </ul>
          </section>
        ))}
      </div>
    </section>
  )
}

export default function GetInvolved({
  loaderData: { page, opportunities, audiences },
}: Route.ComponentProps) {
  return (
    <>
      <PageHead title={page.name} lead={page.data.lead} />
      <div className={classes.page}>
        <ul className={classes.cards}>
          {opportunities
            .filter(({ data }) => data.isFeatured)
            .map((opportunity) => (
              <Card key={opportunity.id} opportunity={opportunity} />
            ))}
        </ul>
        <Categories opportunities={opportunities} />
        <AudienceTable opportunities={opportunities} audiences={audiences} />
      </div>
    </>
  )
}
