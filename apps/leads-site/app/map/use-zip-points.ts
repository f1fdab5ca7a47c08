import type { Position } from '@freeor/leads/query/ast'
import { browserApi } from '@freeor/site-frame/frame/api'
import { useEffect, useState } from 'react'
import { searchPlaces } from '../api/geography.ts'
import type { ChosenPlace } from './shapes.ts'

export type ZipPoints = ReadonlyMap<string, Position>

const centerOf = ({ place }: ChosenPlace): string[] =>
  place.kind === 'within' && 'zip' in place.center ? [place.center.zip] : []

const none: ZipPoints = new Map()

/** The points of the ZIPs around which radii are drawn; undefined while one is being requested. */
export function useZipPoints(chosen: readonly ChosenPlace[]): ZipPoints | undefined {
  const [points, setPoints] = useState<ZipPoints>(none)
  const wanted = [...new Set(chosen.flatMap(centerOf))].filter((zip) => !points.has(zip)).join()
  const [unknown, setUnknown] = useState('')
  useEffect(() => {
    if (wanted === '') return undefined
    const controller = new AbortController()
    Promise.all(wanted.split(',').map((zip) => searchPlaces(browserApi(), zip, controller.signal))).then(
      (found) => {
        const known = found
          .flat()
          .flatMap(({ clause, point }): [string, Position][] =>
            point ? [[clause.replace('zip:', ''), [point[0] ?? 0, point[1] ?? 0]]] : [],
          )
        setPoints((before) => new Map([...before, ...known]))
        setUnknown(wanted)
      },
      // Without its point a radius has no outline; the search counts it all the same.
      () => {
        if (!controller.signal.aborted) setUnknown(wanted)
      },
    )
    return () => controller.abort()
  }, [wanted])
  return wanted === '' || wanted === unknown ? points : undefined
}
