import { setTimeout as delay } from 'node:timers/promises'
import { openVisitor } from './server/http.ts'
import type { Person } from './server/server.ts'

/** The result of a load: successful answers in milliseconds, the others counted. */
export type Load = {
  readonly name: string
  readonly perSecond: number
  readonly ms: readonly number[]
  readonly other: string
}

export type Site = {
  readonly name: string
  readonly url: string
  readonly people: readonly Person[]
  readonly seconds: number
}

type Attempt = { readonly email: string; readonly password: string; readonly cookie?: string }

/** Tries logins, each from an address of its own, and keeps count. */
function openTries(url: string) {
  const ms: number[] = []
  const others = new Map<string, number>()
  const running: Promise<void>[] = []
  const one = async ({ email, password, cookie = '' }: Attempt, isRight: boolean) => {
    const visitor = openVisitor(url, cookie)
    const started = performance.now()
    const { status } = await visitor.send('POST', '/api/auth/sign-in/email', { email, password })
    visitor.close()
    if (isRight && status === 200) ms.push(performance.now() - started)
    else {
      const name = `${isRight ? 'right' : 'wrong'} ${status}`
      others.set(name, (others.get(name) ?? 0) + 1)
    }
  }
  return {
    ms,
    start: (attempt: Attempt, isRight: boolean) => void running.push(one(attempt, isRight)),
    async others() {
      await Promise.all(running)
      return [...others].map(([name, n]) => `${n} x ${name}`).join(', ')
    },
  }
}

/** What a browser keeps of an earlier login after logging out: the cookie by which the server knows it. */
const markOf = ({ cookie }: Person): string =>
  cookie
    .split('; ')
    .filter((each) => each.startsWith('freeor.device='))
    .join('; ')

const tickMs = 100

type Rush = {
  readonly site: Site
  /** The browser that the right logins come from. */
  readonly browser: 'known' | 'new'
  /** Wrong logins of strangers in each tenth of a second. */
  readonly wrong: number
}

/** Ten right logins a second, by one user after the other. */
async function rush(name: string, { site, browser, wrong }: Rush): Promise<Load> {
  const { url, people, seconds } = site
  const tries = openTries(url)
  for (let tick = 0; tick < seconds * 10; tick++) {
    const person = people[tick % people.length]
    if (person) {
      const { email, password } = person
      tries.start({ email, password, ...(browser === 'known' && { cookie: markOf(person) }) }, true)
    }
    for (let i = 0; i < wrong; i++)
      tries.start({ email: `nobody${tick}-${i}@flood.example`, password: 'wrong-password-1' }, false)
    await delay(tickMs)
  }
  const other = await tries.others()
  return { name, perSecond: tries.ms.length / seconds, ms: tries.ms, other }
}

/** Nobody else logs in at the same time. */
export const signingIn = async (site: Site): Promise<Load> =>
  await rush(`${site.name}: sign-in, 10/s, new browsers`, { site, browser: 'new', wrong: 0 })

/** Strangers try a hundred wrong ones a second at the same time. */
export const loginsInFlood = async (site: Site, browser: Rush['browser']): Promise<Load> =>
  await rush(`${site.name}: right logins, 10/s, ${browser} browsers, beside a flood of 100/s`, {
    site,
    browser,
    wrong: 10,
  })
