import type { useActionData, useLoaderData } from 'react-router'

/** What a loader of this type sends to its page. */
export type Loaded<Load> = ReturnType<typeof useLoaderData<Load>>

/**
 * What React Router gives the component of a route module, by the types of its loader and its action. `+types` exist
 * only for files in a site's own folder.
 */
export type PageProps<Load = unknown, Act = unknown> = {
  loaderData: Loaded<Load>
  actionData: ReturnType<typeof useActionData<Act>>
}
