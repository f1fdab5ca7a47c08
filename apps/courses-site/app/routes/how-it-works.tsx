import { unwrap } from '@freeor/api-client/client'
import { documentMeta } from '@freeor/site-frame/documents/document-meta'
import { forPage } from '@freeor/site-frame/errors/page-problem'
import { serverApi } from '@freeor/site-frame/frame/api'
import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { IntroductionVideo } from '../public/introduction-video.tsx'
import { PageHead } from '../public/page-head.tsx'
import { listDocuments, readSitePage } from '../public/site-documents.ts'
import { texts } from '../texts.ts'
import type { Route } from './+types/how-it-works'
import classes from './how-it-works.module.css'

export const meta = documentMeta<typeof loader>()

export async function loader({ context }: Pick<Route.LoaderArgs, 'context'>) {
  const api = serverApi(context)
  const [page, steps, video] = await forPage(
    context,
    Promise.all([
      readSitePage(api, 'how-it-works'),
      listDocuments(api, 'steps'),
      api.GET('/api/introduction-video').then(unwrap),
    ]),
  )
  return { page, steps, loomUrl: video.loomUrl }
}

export default function HowItWorks({ loaderData: { page, steps, loomUrl } }: Route.ComponentProps) {
  return (
    <>
      <PageHead title={page.name} lead={page.data.lead} />
      <IntroductionVideo loomUrl={loomUrl} />
      <section className={classes.steps} aria-label={texts.howItWorks.steps}>
        <ol>
          {steps.map(({ id, name, data }) => (
            <li key={id}>
              <h2>{name}</h2>
              <p>{data.text}</p>
            </li>
          ))}
        </ol>
        <Button component={Link} to="/lessons" size="lg">
          {texts.howItWorks.begin}
        </Button>
      </section>
    </>
  )
}
