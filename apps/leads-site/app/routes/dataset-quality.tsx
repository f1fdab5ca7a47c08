import { forPage, refuse } from '@freeor/site-frame/errors/page-problem'
import { serverApi } from '@freeor/site-frame/frame/api'
import { publicMeta } from '@freeor/site-frame/frame/page-meta'
import { getMe, requireLogin } from '@freeor/site-frame/frame/visitor'
import { formatCount, formatDate } from '@freeor/ui/format'
import { Stat } from '@freeor/ui/stat'
import { Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { getQuality, getSampleQuality } from '../api/quality.ts'
import { FilledCells } from '../quality/filled-cells.tsx'
import { ImportFigures } from '../quality/import-figures.tsx'
import { YearFigures } from '../quality/year-figures.tsx'
import { texts } from '../texts.ts'
import type { Route } from './+types/dataset-quality'
import classes from './search-home.module.css'

const words = texts.quality

export const meta = publicMeta(() => ({ title: words.pageTitle, description: words.lead }))

/** The sample's for everyone; what a super admin imported is for those who may search it. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const api = serverApi(context)
  const { user } = await forPage(context, getMe(api))
  if (!user) {
    const sample = await forPage(context, getSampleQuality(api))
    if (sample?.dictId === params.dictId) return { quality: sample }
    await requireLogin(context, api)
    throw refuse(context, 'not_found', 404)
  }
  return { quality: await forPage(context, getQuality(api, params.dictId)) }
}

export default function DatasetQuality({ loaderData: { quality } }: Route.ComponentProps) {
  const { dictId, name, description, leads, businesses, unplaced, version, importedAt } = quality
  return (
    <div className={classes.page}>
      <div>
        <Title order={1}>{words.title(name)}</Title>
        <Text c="dimmed">{description || words.lead}</Text>
      </div>
      <dl className={classes.stats}>
        <Stat label={words.leads} value={formatCount(leads)} />
        <Stat label={words.placed} value={formatCount(leads - unplaced)} />
        <Stat label={words.version} value={formatCount(version)} />
        {importedAt ? <Stat label={words.imported} value={formatDate(importedAt)} /> : null}
      </dl>
      {businesses === null || leads === 0 ? null : (
        <Text>
          {businesses === leads
            ? words.eachItsOwn
            : words.sameBusiness(formatCount(leads), formatCount(businesses))}
        </Text>
      )}
      {leads === 0 ? (
        <Text>{words.empty}</Text>
      ) : (
        <>
          <FilledCells quality={quality} />
          <YearFigures quality={quality} />
        </>
      )}
      <ImportFigures quality={quality} />
      <p className={classes.links}>
        <Link to={`/_search/${dictId}`}>{words.search}</Link>
      </p>
    </div>
  )
}
