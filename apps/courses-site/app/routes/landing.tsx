import { unwrap } from '@freeor/api-client/client'
import { MarkdownText } from '@freeor/site-frame/documents/markdown-text'
import { readKeptMarkdown } from '@freeor/site-frame/documents/read-markdown'
import { forPage } from '@freeor/site-frame/errors/page-problem'
import { serverApi } from '@freeor/site-frame/frame/api'
import { describePublicPage, pageMeta } from '@freeor/site-frame/frame/page-meta'
import { useSiteData } from '@freeor/site-frame/frame/site-data'
import { Button, Title } from '@mantine/core'
import { Link } from 'react-router'
import { ContinueCard } from '../course/continue-card.tsx'
import { CourseContents } from '../public/course-contents.tsx'
import { ImageGrid } from '../public/image-grid.tsx'
import { Plate } from '../public/plate.tsx'
import { findSitePage, listDocuments } from '../public/site-documents.ts'
import { texts } from '../texts.ts'
import type { Route } from './+types/landing'
import classes from './landing.module.css'

const { landing: words } = texts

export const meta = pageMeta<typeof loader>((site, loaderData) => [
  ...describePublicPage(site, {
    title: words.title,
    ...(loaderData?.page?.description ? { description: loaderData.page.description } : {}),
  }),
  {
    tagName: 'link',
    rel: 'alternate',
    type: 'application/atom+xml',
    href: '/feed.xml',
    title: texts.footer.feed,
  },
])

export async function loader({ context }: Pick<Route.LoaderArgs, 'context'>) {
  const api = serverApi(context)
  const [page, images, { lessons }, learner] = await forPage(
    context,
    Promise.all([
      findSitePage(api, 'home'),
      listDocuments(api, 'image-grid'),
      api.GET('/api/published-lessons', { params: { query: { course: 'intro' } } }).then(unwrap),
      // Refused to a visitor, whose page has no such card.
      api.GET('/api/continuation'),
    ]),
  )
  const continuation = learner.data?.continuation ?? null
  return { page, images, lessons, continuation, mission: await readKeptMarkdown(page?.data.body ?? '') }
}

const hero = { src: '/pictures/hero.svg', alt: words.hero }

/** The one thing to do first: an account for a visitor, the lessons for everybody else. */
function Begin({ isSignedIn }: { isSignedIn: boolean }) {
  return (
    <div className={classes.actions}>
      <Button component={Link} to="/lessons" size="lg">
        {isSignedIn ? words.continue : words.begin}
      </Button>
      <Link to={isSignedIn ? '/quizzes' : '/how-it-works'}>
        {isSignedIn ? texts.accountPages.quizzes : words.how}
      </Link>
    </div>
  )
}

export default function Landing({ loaderData }: Route.ComponentProps) {
  const { page, images, lessons, continuation, mission } = loaderData
  const isSignedIn = Boolean(useSiteData()?.me.user)
  return (
    <>
      <div className={classes.opening}>
        <div>
          <Title order={1} className={classes.heading}>
            {page?.name ?? words.heading}
          </Title>
          <p className={classes.lead}>{page?.data.lead ?? words.lead}</p>
          {continuation ? (
            <div className={classes.continue}>
              <ContinueCard continuation={continuation} />
            </div>
          ) : (
            <Begin isSignedIn={isSignedIn} />
          )}
        </div>
        <Plate picture={hero} width={640} height={520} isFirst />
      </div>
      {mission.length > 0 ? (
        <section className={classes.mission} aria-labelledby="mission">
          <h2 id="mission">{words.mission}</h2>
          <div className={classes.missionText}>
            <MarkdownText nodes={mission} />
          </div>
        </section>
      ) : null}
      <CourseContents lessons={lessons} />
      <ImageGrid images={images} />
    </>
  )
}
