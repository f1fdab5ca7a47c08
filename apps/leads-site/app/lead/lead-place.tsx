import type { LeadRow } from '@freeor/leads/schema'
import { lazyPart } from '@freeor/ui/lazy-part'
import { useHydrated } from '@freeor/ui/use-hydrated'
import { Suspense, useMemo, useRef } from 'react'
import type { Extent } from '../map/extent.ts'
import type { FitMap } from '../map/lead-map.client.tsx'
import mapClasses from '../map/lead-map.module.css'
import { texts } from '../texts.ts'
import classes from './lead.module.css'

const LeadMap = lazyPart(async () => (await import('../map/lead-map.client.tsx')).LeadMap)

const nothing = () => undefined

/** A small map with the lead on it, and the same in words. */
export function LeadPlace({ lead: { id, point }, name }: { lead: LeadRow; name: string }) {
  const isHydrated = useHydrated()
  const fit = useRef<FitMap | null>(null)
  const cells = useMemo(
    () => (point ? { kind: 'points' as const, cells: [{ cell: id, count: 1, point }], unplaced: 0 } : null),
    [id, point],
  )
  if (!point) return <p className={classes.note}>{texts.lead.noPlace}</p>
  const [lon, lat] = point
  const bounds: Extent = [lon - 0.2, lat - 0.2, lon + 0.2, lat + 0.2]
  return (
    <>
      <section className={classes.map} data-no-print aria-label={texts.lead.mapLabel}>
        <div className={mapClasses.panel}>
          {isHydrated ? (
            <Suspense fallback={null}>
              <LeadMap
                bounds={bounds}
                cells={cells}
                outlines={undefined}
                tool="pan"
                onPlace={nothing}
                onPick={nothing}
                onView={nothing}
                findLeads={async () => ({ names: [name], count: 1 })}
                onAtlas={nothing}
                fit={fit}
              />
            </Suspense>
          ) : null}
        </div>
      </section>
      <p className={classes.note}>{texts.lead.at(lat.toFixed(4), lon.toFixed(4))}</p>
    </>
  )
}
