import { useSyncExternalStore } from 'react'

/** The media query turns only after `beforeprint`; a preview in developer tools turns it without the event. */
let isAsked = false

function subscribe(onChange: () => void): () => void {
  const ask = (asked: boolean) => () => {
    isAsked = asked
    onChange()
  }
  const query = window.matchMedia('print')
  const [before, after] = [ask(true), ask(false)]
  window.addEventListener('beforeprint', before)
  window.addEventListener('afterprint', after)
  query.addEventListener('change', onChange)
  return () => {
    window.removeEventListener('beforeprint', before)
    window.removeEventListener('afterprint', after)
    query.removeEventListener('change', onChange)
  }
}

/** For what happens between two renderings: the styles of paper hold before React has drawn the page for it. */
export const isPrintingNow = (): boolean => isAsked || window.matchMedia('print').matches

/** True while the page is printed: it is drawn so before the browser takes it. */
export function usePrinting(): boolean {
  return useSyncExternalStore(subscribe, isPrintingNow, () => false)
}
