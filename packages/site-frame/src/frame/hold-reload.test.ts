import { expect, test } from 'vitest'
import { holdReload } from './hold-reload.ts'

class Navigate extends Event {
  readonly navigationType: string
  readonly userInitiated: boolean
  constructor(navigationType: string, userInitiated = false) {
    super('navigate', { cancelable: true })
    this.navigationType = navigationType
    this.userInitiated = userInitiated
  }
}

const here = { pathname: '/settings/company', search: '?a=1', hash: '' }
const target = { pathname: '/settings/update_email', search: '', hash: '#new' }
const following = { location: here, navigation: { state: 'loading', location: target } }

function openPage(isThere: boolean) {
  const navigation = new EventTarget()
  const site = { isThere }
  const done: string[] = []
  const listeners: ((state: typeof following) => void)[] = []
  const router = {
    state: following,
    navigate: async (to: unknown) => void done.push(`stays at ${JSON.stringify(to)}`),
    subscribe: (listener: (state: typeof following) => void) => listeners.push(listener),
  }
  holdReload({
    navigation,
    router: () => router,
    load: (href) => done.push(`loads ${href}`),
    isAnswered: async () => site.isThere,
  })
  const held = (event: Event) => !navigation.dispatchEvent(event)
  const follow = () => {
    for (const listener of listeners) listener(following)
  }
  return {
    held,
    done,
    follow,
    site,
    hasEnded: async () => await expect.poll(() => done.length).toBeGreaterThan(0),
  }
}

const stays = `stays at ${JSON.stringify(here)}`
const loads = 'loads /settings/update_email#new'

test('a document that the script loads again stays where the site does not answer', async () => {
  const { held, done, hasEnded } = openPage(false)
  expect(held(new Navigate('reload'))).toBe(true)
  await hasEnded()
  expect(done).toEqual([stays])
})

test('after that a link loads its document once the site answers, as its script is not asked for again', async () => {
  const { held, done, follow, site, hasEnded } = openPage(false)
  held(new Navigate('reload'))
  await hasEnded()
  site.isThere = true
  await expect
    .poll(() => {
      follow()
      return done
    })
    .toContain(loads)
})

test('the document of the link is loaded where the site answers, as after a new version, and is not held again', async () => {
  const { held, done, hasEnded } = openPage(true)
  expect(held(new Navigate('reload'))).toBe(true)
  await hasEnded()
  expect(done).toEqual([loads])
  expect(held(new Navigate('reload'))).toBe(false)
})

test('what somebody does themselves is not held', () => {
  const { held } = openPage(false)
  expect(held(new Navigate('reload', true))).toBe(false)
  expect(held(new Navigate('push'))).toBe(false)
})
