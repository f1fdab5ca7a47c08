import { Button } from '@mantine/core'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import IconMinus from '@tabler/icons-react/dist/esm/icons/IconMinus.mjs'
import { Link } from 'react-router'
import { useSite } from '../frame/site-context.ts'
import type { BillingTexts } from './billing-texts.ts'
import type { Plan } from './plan.ts'
import { PlanPrice } from './plan-price.tsx'
import classes from './plans.module.css'

/** A plan as it is offered to this visitor; `href` is null for whoever may not choose one. */
export type Offer = { plan: Plan; isCurrent: boolean; href: string | null }

export type OffersProps = { offers: readonly Offer[]; texts: BillingTexts }

/** A figure: a count, or a sign with its word. */
export function FigureValue({ value, texts }: { value: string | boolean; texts: BillingTexts }) {
  if (typeof value === 'string') return value
  const Icon = value ? IconCheck : IconMinus
  return (
    <span className={value ? undefined : classes.no}>
      <Icon size={20} role="img" aria-label={value ? texts.plans.yes : texts.plans.no} />
    </span>
  )
}

/** The button of a plan, or a note that the visitor has it. */
export function OfferAction({ offer, texts }: { offer: Offer; texts: BillingTexts }) {
  const { plan, isCurrent, href } = offer
  if (isCurrent) return <span className={classes.mark}>{texts.plans.current}</span>
  if (href === null) return null
  return (
    <Button component={Link} to={href} variant="default" fullWidth>
      {texts.plans.choose(plan.shortname)}
    </Button>
  )
}

/** One column a plan, one row a figure; on a phone `PlanCards` replaces it. */
export function PlanTable({ offers, texts }: OffersProps) {
  const { plans } = useSite()
  const columns = offers.map((offer) => ({ ...offer, figures: plans.figuresOf(offer.plan) }))
  const labels = columns[0]?.figures.map(({ label }) => label) ?? []
  return (
    <table className={classes.table} aria-label={texts.plans.tableLabel}>
      <thead>
        <tr>
          <td />
          {columns.map(({ plan, isCurrent }) => (
            <th key={plan.planID} scope="col" data-current={isCurrent || undefined}>
              <span className={classes.name}>{plan.shortname}</span>
              <PlanPrice plan={plan} texts={texts} />
              <p className={classes.description}>{plan.description}</p>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {labels.map((label, row) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            {columns.map(({ plan, isCurrent, figures }) => (
              <td key={plan.planID} data-current={isCurrent || undefined}>
                <FigureValue value={figures[row]?.value ?? false} texts={texts} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td />
          {columns.map(({ figures: _, ...offer }) => (
            <td key={offer.plan.planID} data-current={offer.isCurrent || undefined}>
              <OfferAction offer={offer} texts={texts} />
            </td>
          ))}
        </tr>
      </tfoot>
    </table>
  )
}
