/** `?t=95`; undefined for anything else, also for a moment that the video does not have. */
export function readMoment(search: URLSearchParams, duration: number | null): number | undefined {
  const text = search.get('t') ?? ''
  if (!/^\d{1,5}(\.\d{1,3})?$/.test(text)) return undefined
  const moment = Number(text)
  return duration !== null && moment >= duration ? undefined : moment
}

type Moments = {
  /** Of the address. */
  readonly moment: number | undefined
  /** Where the learner was, on whatever device. */
  readonly position: number | null
  readonly duration: number | null
}

/** Nobody goes on in the last seconds of a video: it begins anew. */
const lastSeconds = 5

/** Where a video begins: at the moment that the address names, else where the learner was. */
export function startSecond({ moment, position, duration }: Moments): number {
  if (moment !== undefined) return moment
  if (position === null || (duration !== null && position > duration - lastSeconds)) return 0
  return position
}
