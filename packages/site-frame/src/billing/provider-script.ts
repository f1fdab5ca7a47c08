const loading = new Map<string, Promise<void>>()

/**
 * A provider's own script, once a page: they allow no copy of it. Resolves when it has run; a failed one is loaded
 * again.
 * @throws Error when it does not come
 */
export function loadScript(address: string): Promise<void> {
  const known = loading.get(address)
  if (known !== undefined) return known
  const script = document.createElement('script')
  const loaded = new Promise<void>((resolve, reject) => {
    script.src = address
    script.onload = () => resolve()
    script.onerror = () => {
      loading.delete(address)
      script.remove()
      reject(new Error(`${address} did not load`))
    }
  })
  loading.set(address, loaded)
  document.head.append(script)
  return loaded
}
