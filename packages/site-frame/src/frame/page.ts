import type { useActionData, useLoaderData } from 'react-router'

/** What a loader of this type sends to its page. */
export type Loaded<Load> = ReturnType<typeof useLoaderData<Load>>

/** What the `handle` of a route module may say of its page. */
export type PageHandle = {
  /** What is typed stays when the address changes, as it does where the page itself changes it. */
  readonly keepsState?: boolean
  /** It fills the window and scrolls inside itself, as a tool does: no footer is below it. */
  readonly fillsWindow?: boolean
}

/**
 * What React Router gives the component of a route module, by the types of its loader and its action. `+types` exist
 * only for files in a site's own folder.
 */
export type PageProps<Load = unknown, Act = unknown> = {
  loaderData: Loaded<Load>
  actionData: ReturnType<typeof useActionData<Act>>
}
