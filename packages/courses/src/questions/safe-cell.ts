/** Before the first visible character a spreadsheet may skip these; then one of these signs starts a formula. */
const runnable = /^[\s\p{Cc}\p{Cf}'"‘’“”]*[=+\-@＝＋－＠﹢﹣﹦﹫−\t\r\n]/u
/** A number, or hyphens only: nothing to run. */
const harmless = /^([+-]?\$?\d[\d,]*(\.\d+)?(e[+-]?\d{1,3})?%?|-+)$/i

const isRunnable = (text: string) => runnable.test(text) && !harmless.test(text)

/** A cell that no spreadsheet runs: an apostrophe stands before what it would run. `readSafeCell` takes it away again. */
export const writeSafeCell = (text: string): string => (isRunnable(text) ? `'${text}` : text)

/** The text of a cell that `writeSafeCell` wrote. */
export const readSafeCell = (cell: string): string =>
  cell.startsWith("'") && isRunnable(cell.slice(1)) ? cell.slice(1) : cell
