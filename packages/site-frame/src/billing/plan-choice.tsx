import { formatCents } from '@freeor/ui/format'
import type { ReactNode } from 'react'
import type { BillingTexts } from './billing-texts.ts'
import type { Plan } from './plan.ts'
import classes from './plans.module.css'

type PlanChoiceProps = {
  plans: readonly Plan[]
  selected: string | undefined
  /** Marked, and not to be chosen. */
  current?: string | undefined
  texts: BillingTexts
  legend: ReactNode
}

/** One plan of all, as radio buttons named `plan`. */
export function PlanChoice({ plans, selected, current, texts, legend }: PlanChoiceProps) {
  return (
    <fieldset className={classes.choices}>
      <legend className={classes.legend}>{legend}</legend>
      {plans.map((plan) => (
        <label key={plan.planID} className={classes.choice}>
          <input
            type="radio"
            name="plan"
            value={plan.planID}
            defaultChecked={plan.planID === selected}
            disabled={plan.planID === current}
          />
          <span className={classes.choiceBody}>
            <span className={classes.name}>
              {plan.shortname}
              {plan.planID === current ? <span className={classes.mark}>{texts.plans.current}</span> : null}
            </span>
            <span className={classes.choicePrice}>{formatCents(plan.price)}</span>
            <span className={classes.choiceText}>{plan.description}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
