import { performance } from 'node:perf_hooks'
import { expect, test } from 'vitest'
import { compileSvg } from './compile-svg.ts'

const drawing = (content: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${content}</svg>`)

test('the largest drawing is cleaned while the process goes on with everything else', async () => {
  const largest = drawing('<path d="M1 1h2v2"/>'.repeat(7_900))
  expect(await compileSvg(drawing('<circle r="2"/>'))).toContain('<circle r="2"')
  const before = performance.eventLoopUtilization()
  expect(await compileSvg(largest)).toContain('<path d="M1 1h2v2"')
  expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.5)
})

test('drawings that come at the same time are each answered with their own', async () => {
  const radii = Array.from({ length: 20 }, (_, at) => at + 1)
  const clean = await Promise.all(
    radii.map(async (r) => await compileSvg(drawing(`<circle r="${r}" onclick="alert(1)"/>`))),
  )
  expect(clean.map((text) => /r="(\d+)"/.exec(text)?.[1])).toEqual(radii.map(String))
  expect(clean.join('')).not.toContain('onclick')
})
