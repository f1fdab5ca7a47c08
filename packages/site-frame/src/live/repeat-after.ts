/** Does `work` again and again, each time `ms` after the last has ended. Gives a function that stops. */
export function repeatAfter(ms: number, work: () => Promise<void>): () => void {
  let isOver = false
  let timer = setTimeout(run, ms)
  function run() {
    void work().finally(() => {
      if (!isOver) timer = setTimeout(run, ms)
    })
  }
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}
