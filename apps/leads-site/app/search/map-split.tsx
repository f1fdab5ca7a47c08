import { usePrinting } from '@freeor/ui/use-printing'
import { ActionIcon } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import IconLayoutBottombar from '@tabler/icons-react/dist/esm/icons/IconLayoutBottombar.mjs'
import IconLayoutNavbar from '@tabler/icons-react/dist/esm/icons/IconLayoutNavbar.mjs'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react'
import { texts } from '../texts.ts'
import classes from './map-split.module.css'

/** Percent of the height that is the map's: 0 is only the table, 100 only the map. */
const usual = 54
const least = 20
const most = 85
const step = 5

const within = (share: number) => Math.round(Math.min(most, Math.max(least, share)))

const shareOfKey: Record<string, (share: number) => number> = {
  ArrowUp: (share) => share - step,
  ArrowDown: (share) => share + step,
  Home: () => least,
  End: () => most,
}

/**
 * The map above the table. A handle between them moves by pointer and arrow keys; either can have all the space. Without
 * a map there is the table alone, and it stays the same one when a map comes: whoever is in it keeps their place.
 */
export function MapSplit({ map, children }: { map: ReactNode | null; children: ReactNode }) {
  const [share, setShare] = useLocalStorage({ key: 'freeor-map-share', defaultValue: usual })
  const frame = useRef<HTMLDivElement>(null)
  // Paper has the table in any case: the map is not printed.
  const isPrinting = usePrinting()
  const onlyMap = share >= 100
  const onlyTable = share <= 0
  const drag = (event: PointerEvent) => {
    const box = frame.current?.getBoundingClientRect()
    if (!box || !event.currentTarget.hasPointerCapture(event.pointerId)) return
    setShare(within((100 * (event.clientY - box.top)) / box.height))
  }
  const press = (event: KeyboardEvent) => {
    const next = shareOfKey[event.key]
    if (!next) return
    event.preventDefault()
    setShare(within(next(share)))
  }
  return (
    <div ref={frame} className={classes.split}>
      {map === null || onlyTable ? null : (
        <div className={classes.map} style={{ flexGrow: share }}>
          {map}
        </div>
      )}
      {map === null ? null : (
        <div className={classes.bar}>
          {/* biome-ignore lint/a11y/useSemanticElements: a rule cannot be moved */}
          <div
            role="separator"
            tabIndex={0}
            className={classes.handle}
            aria-label={texts.map.split}
            aria-orientation="horizontal"
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={share}
            onKeyDown={press}
            onDoubleClick={() => setShare(usual)}
            onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
            onPointerMove={drag}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size={24}
            aria-label={texts.map.mapOnly}
            aria-pressed={onlyMap}
            onClick={() => setShare(onlyMap ? usual : 100)}
          >
            <IconLayoutBottombar size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={24}
            aria-label={texts.map.tableOnly}
            aria-pressed={onlyTable}
            onClick={() => setShare(onlyTable ? usual : 0)}
          >
            <IconLayoutNavbar size={16} aria-hidden />
          </ActionIcon>
        </div>
      )}
      {map !== null && onlyMap && !isPrinting ? null : (
        <div className={classes.table} style={{ flexGrow: map === null ? 1 : 100 - share }}>
          {children}
        </div>
      )}
    </div>
  )
}
