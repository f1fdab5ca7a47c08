/** One line at a terminal that says what is being done; nothing where there is no terminal. */
export function progressLine(): { show(text: string): void; end(): void } {
  const { stderr } = process
  const clear = '\r\u001b[K'
  let isShown = false
  return {
    show(text) {
      if (!stderr.isTTY) return
      isShown = true
      stderr.write(`${clear}${text.slice(0, (stderr.columns ?? 80) - 1)}`)
    },
    end() {
      if (isShown) stderr.write(clear)
      isShown = false
    },
  }
}
