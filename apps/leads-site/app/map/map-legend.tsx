import type { SearchAnswer } from '@freeor/leads/schema'
import { formatCount } from '@freeor/ui/format'
import { useComputedColorScheme } from '@mantine/core'
import { texts } from '../texts.ts'
import classes from './lead-map.module.css'
import { largestCount, rampColors } from './map-style.ts'

/** What the colours mean, and whose points they are. */
export function MapLegend({ map }: { map: SearchAnswer['map'] }) {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: true })
  const largest = largestCount(map)
  const hasRamp = map?.kind === 'hexagons' && largest > 1
  return (
    <div className={classes.legend}>
      {hasRamp ? (
        <span className={classes.ramp}>
          <span>{texts.map.legend}</span>
          <span>{formatCount(1)}</span>
          <span
            className={classes.rampBar}
            style={{ background: `linear-gradient(90deg, ${rampColors(scheme).join(', ')})` }}
          />
          <span>{formatCount(largest)}</span>
        </span>
      ) : null}
      <a className={classes.credit} href="https://www.geonames.org/" target="_blank" rel="noreferrer">
        {texts.map.credit}
      </a>
    </div>
  )
}
