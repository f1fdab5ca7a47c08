import { forPage } from '@freeor/site-frame/errors/page-problem'
import { serverApi } from '@freeor/site-frame/frame/api'
import { publicMeta } from '@freeor/site-frame/frame/page-meta'
import { useSiteData } from '@freeor/site-frame/frame/site-data'
import { Bars } from '@freeor/ui/bars'
import { formatCount } from '@freeor/ui/format'
import { Button, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { getShowcase, type Showcase } from '../api/showcase.ts'
import { SampleRows } from '../components/sample-rows.tsx'
import { StateMap } from '../components/state-map.tsx'
import { stateNames } from '../state-names.ts'
import { texts } from '../texts.ts'
import type { Route } from './+types/landing'
import classes from './landing.module.css'

export const meta = publicMeta(() => texts.landing)

export async function loader({ context }: Route.LoaderArgs) {
  return { showcase: await forPage(context, getShowcase(serverApi(context))) }
}

const nameOf = (code: string) => (stateNames as Record<string, string>)[code] ?? code

function LiveResult({ showcase }: { showcase: Showcase }) {
  const counts = new Map(showcase.states.map((state) => [state.value, state.count]))
  const top = showcase.states.slice(0, 8).map((state) => ({ value: nameOf(state.value), count: state.count }))
  return (
    <section className={classes.live} aria-labelledby="live-count">
      <div>
        <StateMap label={texts.landing.mapLabel(showcase.dictionary.name)} counts={counts} />
      </div>
      <div>
        <h2 id="live-count" className={classes.count}>
          <span className={classes.number}>{formatCount(showcase.count)}</span>{' '}
          <span className={classes.what}>{texts.landing.liveCount(showcase.dictionary.name)}</span>
        </h2>
        <h3 className={classes.small}>{texts.landing.topStates}</h3>
        <Bars bars={top} label={texts.landing.topStates} />
      </div>
      <div className={classes.rows}>
        <h3 className={classes.small}>{texts.landing.sample}</h3>
        <SampleRows columns={showcase.columns} rows={showcase.rows} />
        <Text size="sm" c="dimmed" mt="xs">
          {texts.landing.sampleNote}
        </Text>
        <Link to={`/datasets/${showcase.dictionary.dictId}`}>{texts.quality.link}</Link>
      </div>
    </section>
  )
}

export default function Landing({ loaderData }: Route.ComponentProps) {
  const signedIn = Boolean(useSiteData()?.me.user)
  const { showcase } = loaderData
  return (
    <div className={classes.page}>
      <div className={classes.opening}>
        <Title order={1} className={classes.heading}>
          {texts.landing.heading}
        </Title>
        <div>
          <Text size="lg">{texts.landing.lead}</Text>
          <div className={classes.actions}>
            <Button component={Link} to={signedIn ? '/search' : '/signup'} size="md">
              {signedIn ? texts.nav.search : texts.landing.start}
            </Button>
            <Link to="/pricing">{texts.landing.seePricing}</Link>
          </div>
        </div>
      </div>
      {showcase ? <LiveResult showcase={showcase} /> : <Text c="dimmed">{texts.landing.noData}</Text>}
      <dl className={classes.promises}>
        {texts.landing.promises.map(([term, sentence]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{sentence}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
