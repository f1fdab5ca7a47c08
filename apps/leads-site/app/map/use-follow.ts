import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { type Extent, extentOfAreas, extentOfCells } from './extent.ts'
import type { FitMap } from './lead-map.client.tsx'
import type { Areas, ChosenPlace } from './shapes.ts'
import type { MapCells } from './use-map-cells.ts'

/** Hexagons of the whole country are coarse: zooming in twice more finds where the leads are. */
const looks = 3

export type FollowInput = {
  fit: RefObject<FitMap | null>
  home: Extent
  chosen: readonly ChosenPlace[]
  /** Undefined until the shapes are there. */
  outlines: Areas | undefined
  found: MapCells
  /** Whether the map may move by itself: not once a person has moved it. */
  mayMove: boolean
}

/** The extent of the included outlines; null when there are none, as for cities and ZIPs. */
function outlinedExtent({ chosen, outlines }: FollowInput): Extent | null {
  if (!outlines) return null
  const included = chosen.filter((each) => !each.isExcluded)
  const areLists = included.some(({ place }) => place.kind === 'city' || place.kind === 'zip')
  if (areLists) return null
  return extentOfAreas({
    ...outlines,
    features: outlines.features.filter((each) => !each.properties.excluded),
  })
}

export type Follow = {
  /** Fits the map to what the search found. */
  toResults: () => void
  /** The next change of places was made on the map: it stays where it is. */
  stay: () => void
}

/** Moves the map to the places of the search: when it opens, when they change, and on demand. */
export function useFollow(input: FollowInput): Follow {
  const { fit, home, outlines, found } = input
  const left = useRef(0)
  const isFirst = useRef(true)
  const stays = useRef(false)

  const look = (animate: boolean) => {
    const extent = outlinedExtent(input)
    left.current = extent ? 0 : looks
    fit.current?.(extent ?? home, { animate })
  }
  const follow = useEffectEvent(() => {
    const animate = !isFirst.current
    const hasPlace = input.chosen.some((each) => !each.isExcluded)
    if (input.mayMove && !stays.current && hasPlace) look(animate)
    isFirst.current = false
    stays.current = false
  })
  const lookCloser = useEffectEvent(() => {
    if (left.current === 0 || found.isOld) return
    const extent = extentOfCells(found.map)
    left.current = extent ? left.current - 1 : 0
    if (extent) fit.current?.(extent, { animate: left.current === 0 })
  })
  useEffect(() => {
    if (outlines) follow()
  }, [outlines])
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is new cells that bring a closer look
  useEffect(() => lookCloser(), [found.map, found.isOld])
  return {
    toResults: () => look(true),
    stay: () => {
      stays.current = true
    },
  }
}
