import fc from 'fast-check'
import { expect, test } from 'vitest'
import { boxAround, haversine } from './distance.ts'

test('a degree of latitude is 111,195 metres, and Houston lies 362 km from Dallas', () => {
  expect(haversine([0, 0], [0, 1])).toBeCloseTo(111_195.08, 1)
  expect(haversine([-95.3698, 29.7604], [-96.797, 32.7767]) / 1000).toBeCloseTo(361.8, 0)
  expect(haversine([0, 0], [180, 0])).toBeCloseTo(Math.PI * 6371008.8, 3)
})

test('every point within a radius is in the box around it', () => {
  const lat = fc.double({ min: -90, max: 90, noNaN: true })
  const lon = fc.double({ min: -180, max: 180, noNaN: true })
  const near = fc.double({ min: -12, max: 12, noNaN: true })
  fc.assert(
    fc.property(lon, lat, near, near, fc.double({ min: 1, max: 804_672, noNaN: true }), (...given) => {
      const [x, y, dx, dy, meters] = given
      const point: [number, number] = [x + dx, Math.max(-90, Math.min(90, y + dy))]
      fc.pre(Math.abs(point[0]) <= 180 && haversine([x, y], point) <= meters)
      const box = boxAround([x, y], meters)
      expect(point[1]).toBeGreaterThanOrEqual(box.south)
      expect(point[1]).toBeLessThanOrEqual(box.north)
      if (box.lon) {
        expect(point[0]).toBeGreaterThanOrEqual(box.lon.west)
        expect(point[0]).toBeLessThanOrEqual(box.lon.east)
      }
    }),
    { numRuns: 5_000 },
  )
})
