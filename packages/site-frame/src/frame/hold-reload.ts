import type { NavigateOptions, To } from 'react-router'
import { tellUnanswered } from './unanswered.ts'

type NavigateEvent = Event & { readonly navigationType: string; readonly userInitiated: boolean }

type Address = { readonly pathname: string; readonly search: string; readonly hash: string }

type RouterState = {
  readonly location: Address
  readonly navigation: { readonly state: string; readonly location?: Address | undefined }
}

type Router = {
  readonly state: RouterState
  navigate(to: To, options: NavigateOptions): Promise<void>
  subscribe(listener: (state: RouterState) => void): unknown
}

type Page = {
  /** The browser's Navigation API. Where it has none, the document is loaded again in any case. */
  readonly navigation: EventTarget | undefined
  readonly router: () => Router | undefined
  /** Loads the document of an address, without one that of this page again. */
  readonly load: (href: string | undefined) => void
  readonly isAnswered: () => Promise<boolean>
}

async function isSiteThere(): Promise<boolean> {
  const answer = await fetch('/api/health', { cache: 'no-store' }).catch(() => undefined)
  return answer?.ok === true
}

const thisPage = (): Page => ({
  navigation: (window as { navigation?: EventTarget }).navigation,
  router: () => (globalThis as { __reactRouterDataRouter?: Router }).__reactRouterDataRouter,
  load: (href) => (href === undefined ? window.location.reload() : window.location.assign(href)),
  isAnswered: isSiteThere,
})

/**
 * React Router loads the document again where the script of a page does not come, as after a new version of the site.
 * While the site does not answer, the browser would show an error page of its own in place of what was typed: then this
 * page stays, and a note says that the link was not followed. From then on links load documents: the router waits for
 * ever for a script that did not come once.
 */
export function holdReload(page: Page = thisPage()): void {
  let [isMeant, isDeciding, hasLost] = [false, false, false]
  const stay = async (router: Router | undefined) => {
    // Ends the navigation, which waits for the new document.
    const { pathname, search, hash } = router?.state.location ?? window.location
    await router?.navigate({ pathname, search, hash }, { replace: true, preventScrollReset: true })
    tellUnanswered({ what: 'link' })
  }
  const follow = async (router: Router | undefined) => {
    if (isDeciding) return
    isDeciding = true
    isMeant = await page.isAnswered()
    isDeciding = false
    const target = router?.state.navigation.location
    if (isMeant) page.load(target && target.pathname + target.search + target.hash)
    else await stay(router)
  }
  const watch = (router: Router | undefined) => {
    if (hasLost) return
    hasLost = true
    router?.subscribe(({ navigation, location }) => {
      const isElsewhere = navigation.location && navigation.location.pathname !== location.pathname
      if (navigation.state === 'loading' && isElsewhere) void follow(router)
    })
  }
  page.navigation?.addEventListener('navigate', (event) => {
    const { navigationType, userInitiated, cancelable } = event as NavigateEvent
    if (isMeant || navigationType !== 'reload' || userInitiated || !cancelable) return
    event.preventDefault()
    const router = page.router()
    void follow(router).then(() => watch(router))
  })
}
