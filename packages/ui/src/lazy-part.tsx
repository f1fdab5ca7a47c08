import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

/** Stands in the place of a part whose script did not come. A browser may keep the failure: only a reload helps. */
function PartMissing() {
  return (
    <p role="alert">
      This part of the page could not be loaded. Check your connection, then reload the page.
    </p>
  )
}

/**
 * A part of a page with a script of its own, as `React.lazy`. When that script cannot be loaded, the page stays and
 * the part says so; `React.lazy` alone would replace the whole page by the error screen.
 */
export function lazyPart<Props>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy<ComponentType<Props>>(() =>
    load().then(
      (part) => ({ default: part }),
      () => ({ default: PartMissing }),
    ),
  )
}
