/** How a column of counties writes them, so that counties filled in from the ZIP are written like the others. */
export type CountyStyle = {
  /** `13121`, `Fulton` or `Fulton County`. */
  readonly form: 'code' | 'name' | 'title'
  readonly isUpperCase: boolean
}

const kindOfCounty = / (county|parish|borough|census area|municipality|municipio)$/i

/** The style of most of the sample's non-blank cells; `Fulton` when nothing tells. */
export function countyStyle(cells: readonly string[]): CountyStyle {
  const mostly = (test: (cell: string) => boolean): boolean => cells.filter(test).length > cells.length / 2
  if (mostly((cell) => /^\d{4,5}(\.0+)?$/.test(cell))) return { form: 'code', isUpperCase: false }
  return {
    form: mostly((cell) => kindOfCounty.test(cell)) ? 'title' : 'name',
    isUpperCase: mostly((cell) => cell === cell.toUpperCase()),
  }
}
