import { formatCents } from '@freeor/ui/format'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
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

/**
 * One plan of all, as radio buttons named `plan`. Back shows the page of the plan before: the one that is marked follows,
 * or it would be another one than the page charges for.
 */
export function PlanChoice({ plans, selected, current, texts, legend }: PlanChoiceProps) {
  const choices = useRef<HTMLFieldSetElement>(null)
  useLayoutEffect(() => {
    for (const radio of choices.current?.querySelectorAll('input') ?? [])
      radio.checked = radio.value === selected
  }, [selected])
  return (
    <fieldset ref={choices} className={classes.choices}>
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
