import { columnName } from '../../dictionaries/lead-table.ts'
import type { Column } from '../../schema.ts'
import type { FileColumn } from '../file-column.ts'
import { freeKey } from '../file-columns.ts'
import type { FilePreset } from '../schema.ts'
import { findRoles, type LeadRole } from './column-roles.ts'
import { firstNameSql, lastNameSql } from './name-sql.ts'
import { presets } from './presets.ts'

/** What stands in a cell that the program demands and the lead does not have. Salesforce's own users write it so. */
const placeholder = '[not provided]'

/** The columns of a dataset from which the demanded ones are made. */
const sourcesOf: Readonly<Record<'lastName' | 'company', readonly LeadRole[]>> = {
  lastName: ['lastName', 'fullName'],
  company: ['company', 'lastName', 'fullName'],
}

/** The chosen columns, with those that the program demands of each row, in the dataset's order. */
export function withDemanded(
  preset: FilePreset | undefined,
  chosen: readonly Column[],
  all: readonly Column[],
): Column[] {
  if (preset === undefined) return [...chosen]
  const roles = findRoles(all)
  const demanded = presets[preset].demands.flatMap((demand) => {
    const first = sourcesOf[demand].find((role) => roles.has(role))
    return first === undefined ? [] : [roles.get(first)?.key]
  })
  const has = new Set(chosen.map(({ key }) => key))
  return [...chosen, ...all.filter(({ key }) => demanded.includes(key) && !has.has(key))]
}

/** The columns of a file under the program's names, with what it demands of each row filled in. */
export function applyPreset(preset: FilePreset, columns: readonly FileColumn[]): FileColumn[] {
  const { labels, demands } = presets[preset]
  const roles = findRoles(columns.filter(({ marks }) => marks === undefined))
  const nameOf = new Map([...roles].flatMap(([role, { key }]) => (labels[role] ? [[key, labels[role]]] : [])))
  const named = columns.map((column) => ({ ...column, label: nameOf.get(column.key) ?? column.label }))
  if (demands.length === 0) return distinct(named, new Set(nameOf.keys()))
  const made = demandedColumns(roles)
  const kept = named.map((column) => made.find(({ key }) => key === column.key) ?? column)
  const added = made.filter(({ key }) => !kept.some((column) => column.key === key))
  const taken = new Set(kept.map(({ key }) => key))
  const all = [...kept, ...added.map((column) => ({ ...column, key: freeKey(column.key, taken) }))]
  return distinct(all, new Set([...nameOf.keys(), ...made.map(({ key }) => key)]))
}

/** Last Name and Company by rule; First Name too where only whole names are known. */
function demandedColumns(roles: ReadonlyMap<LeadRole, Column>): FileColumn[] {
  const cell = (role: LeadRole) => {
    const column = roles.get(role)
    return column ? columnName(column) : undefined
  }
  const [full, last, company] = [cell('fullName'), cell('lastName'), cell('company')]
  const ofFull = full === undefined ? "''" : lastNameSql(full)
  const lastKnown = last === undefined ? ofFull : `if(${last} != '', ${last}, ${ofFull})`
  const person = full === undefined ? (last ?? "''") : `if(${full} != '', ${full}, ${last ?? "''"})`
  const isBlank = company === undefined ? '1' : `${company} = ''`
  return [
    ...(full !== undefined && !roles.has('firstName')
      ? [madeColumn('first_name', 'First Name', { text: firstNameSql(full) })]
      : []),
    madeColumn(roles.get('lastName')?.key ?? 'last_name', 'Last Name', {
      text: `if(${lastKnown} != '', ${lastKnown}, '${placeholder}')`,
      filledWhere: `${lastKnown} = ''`,
    }),
    madeColumn(roles.get('company')?.key ?? 'company', 'Company', {
      text: `multiIf(NOT (${isBlank}), ${company ?? "''"}, ${person} != '', ${person}, '${placeholder}')`,
      filledWhere: isBlank,
    }),
  ]
}

const madeColumn = (
  key: string,
  label: string,
  made: Pick<FileColumn, 'text' | 'filledWhere'>,
): FileColumn => ({
  ...{ key, label, group: '', kind: 'text', from: '', contact: false, facet: false, suggest: false },
  ...made,
})

/** No two headers are alike: columns of the dataset that are called like one of the program's get a number. */
function distinct(columns: readonly FileColumn[], own: ReadonlySet<string>): FileColumn[] {
  const lower = (label: string) => label.toLowerCase()
  const taken = new Set(columns.filter(({ key }) => own.has(key)).map(({ label }) => lower(label)))
  return columns.map((column) => {
    if (own.has(column.key)) return column
    let { label } = column
    for (let n = 2; taken.has(lower(label)); n++) label = `${column.label} (${n})`
    taken.add(lower(label))
    return { ...column, label }
  })
}
