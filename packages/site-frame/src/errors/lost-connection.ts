/** The beginnings of what Chromium, Firefox and Safari say, also of a part of a page that is loaded later. */
const messages = [
  'failed to fetch',
  'networkerror',
  'network error',
  'load failed',
  'the network connection was lost',
  'the internet connection appears',
  'error loading dynamically imported module',
  'importing a module script failed',
]

/** Whether nothing answered the browser. */
export const isLostConnection = (error: unknown): boolean =>
  error instanceof TypeError && messages.some((message) => error.message.toLowerCase().startsWith(message))
