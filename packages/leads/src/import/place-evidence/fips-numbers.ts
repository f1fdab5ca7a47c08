import { stateOfCounty } from '../../geography/counties.ts'
import { findState } from '../../geography/states.ts'
import type { Column } from '../../schema.ts'
import { headerWords } from '../cells/header-words.ts'
import { isOfAnotherPlace } from './place-words.ts'

type Source = Pick<Column, 'kind' | 'from' | 'contact'>
type Cells<From> = (column: From) => readonly string[]

/** Columns of numbers of the Federal Information Processing Standards that tell state and county. */
export type FipsNumbers<From> = {
  /** `01` to `78`, a zero may be lost. */
  readonly stateNumber?: From
  /** Three digits that count the counties of a state. */
  readonly countyNumber?: From
}

const ending = '(?:code|cd|fips|fp|ansi|st|co|no|num|nr|number|id)*'
const stateName = new RegExp(`^(?:fips|ansi|incits)?(?:state|st)${ending}$|^fips(?:code|cd)?$`)
const countyName = new RegExp(`^(?:fips|ansi|incits)?(?:county|cnty|cty|co|parish)${ending}$`)
const fipsName = /fips|fp|ansi|incits/

const joined = (header: string): string => headerWords(header).join('')
/** Whether a header may be of a state's number, or of a county's. */
export const namesState = (header: string): boolean => stateName.test(joined(header))
export const namesCounty = (header: string): boolean => countyName.test(joined(header))

/** Numbers of a state's own, or in the order of the alphabet, are seldom all in the standard: it leaves out many. */
const leastKnown = 0.95
const fewest = 8

const digitsOf = (cell: string, most: number): string | undefined => {
  const digits = cell.replace(/\.0+$/, '')
  return /^\d+$/.test(digits) && digits.length <= most ? digits : undefined
}
const stateOf = (cell: string): string | undefined => {
  const digits = digitsOf(cell, 2)
  return digits === undefined ? undefined : findState(digits)?.fips
}

/**
 * Finds columns of such numbers where names or codes do not say the state and the county. A name alone that says
 * `state` proves nothing: its numbers must be many that the standard has, or make counties with those beside them.
 * @param state the column that says the state by name or code
 */
export function fipsNumbers<From extends Source>(
  columns: readonly From[],
  cells: Cells<From>,
  state: From | undefined,
): FipsNumbers<From> {
  const codes = columns.filter(({ kind, contact, from }) => isCoded(kind) && !contact && !isElsewhere(from))
  const named = state ? [state] : codes.filter(({ from }) => namesState(from))
  const counties = codes.filter(({ from }) => namesCounty(from))
  for (const one of named) {
    const read = cells(one).map((cell) => (state ? findState(cell)?.fips : stateOf(cell)))
    const countyNumber = counties.find((county) => makesCounties(read, cells(county)))
    if (state) return countyNumber ? { countyNumber } : {}
    const isKnown = isMostlyKnown(read, cells(one))
    const isSure = fipsName.test(joined(one.from)) || new Set(read).size >= fewest || countyNumber
    if (isKnown && isSure) return { stateNumber: one, ...(countyNumber && { countyNumber }) }
  }
  return {}
}

const isCoded = (kind: Column['kind']): boolean =>
  kind === 'category' || kind === 'number' || kind === 'id' || kind === 'text'
const isElsewhere = (header: string): boolean => isOfAnotherPlace(headerWords(header))

function isMostlyKnown(read: readonly (string | undefined)[], cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell !== '').length
  return filled > 0 && read.filter((one) => one !== undefined).length >= filled * leastKnown
}

/** Whether states and three digits nearly always make a county, and at least a few different ones. */
function makesCounties(states: readonly (string | undefined)[], numbers: readonly string[]): boolean {
  const pairs = states.flatMap((state, row) => {
    const digits = digitsOf(numbers[row] ?? '', 3)
    return state !== undefined && digits !== undefined ? [state + digits.padStart(3, '0')] : []
  })
  const known = pairs.filter((fips) => stateOfCounty(fips) !== undefined)
  return new Set(known).size >= fewest && known.length >= pairs.length * leastKnown
}
