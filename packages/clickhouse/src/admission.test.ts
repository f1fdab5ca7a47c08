import { expect, it } from 'vitest'
import { openAdmission } from './admission.ts'

it('lets so many in, so many wait, and turns the next away', async () => {
  const admission = openAdmission({ running: 1, waiting: 1 })
  const leave = await admission.enter()
  const second = admission.enter()
  await expect(admission.enter()).rejects.toMatchObject({ code: 'unavailable', details: { retryAfter: 2 } })
  leave()
  const leaveSecond = await second
  leaveSecond()
  leaveSecond()
  expect(await admission.run(async () => 'in')).toBe('in')
  const again = await admission.enter()
  const waits = admission.enter()
  again()
  ;(await waits)()
})

it('lets one in line give up', async () => {
  const admission = openAdmission({ running: 1, waiting: 1 })
  const leave = await admission.enter()
  const patience = new AbortController()
  const waiting = admission.enter(patience.signal)
  patience.abort(new Error('tired'))
  await expect(waiting).rejects.toThrow('tired')
  leave()
  expect(await admission.run(async () => 'in')).toBe('in')
})
