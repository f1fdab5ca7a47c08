import type { Column } from '@freeor/leads/schema'
import { texts } from '../texts.ts'

/** How the leads of these columns will get their place, in sentences. */
export function placeNotes(columns: readonly Column[]): string[] {
  const labelOf = (kind: Column['kind']) => columns.find((column) => column.kind === kind)?.label
  const [lat, lon, zip] = [labelOf('lat'), labelOf('lon'), labelOf('zip')]
  const areas = (['state', 'county', 'city'] as const).flatMap((kind) => labelOf(kind) ?? [])
  const onMap =
    lat && lon
      ? texts.imports.placedByPoint(lat, lon, zip)
      : zip
        ? texts.imports.placedByZip(zip)
        : texts.imports.notPlaced
  return [
    onMap,
    ...(areas.length > 0 ? [texts.imports.placesFrom(areas.join(', '))] : []),
    ...(zip && !labelOf('county') ? [texts.imports.countyFromZip] : []),
  ]
}
