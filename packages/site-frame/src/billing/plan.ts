/** A plan as every site has it; its site shows what it allows. */
export type Plan = {
  planID: string
  shortname: string
  name: string
  description: string
  /** Cents a month. */
  price: number
  public: boolean
}

/** One line of a comparison: a count, or whether the plan has it. */
export type PlanFigure = { label: string; value: string | boolean }
