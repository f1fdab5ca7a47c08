import { Fragment } from 'react'
import { useSite } from '../frame/site-context.ts'
import { PlanPrice } from './plan-price.tsx'
import { FigureValue, OfferAction, type OffersProps } from './plan-table.tsx'
import classes from './plans.module.css'

/** One card a plan, on a phone. */
export function PlanCards({ offers, texts }: OffersProps) {
  const { plans } = useSite()
  return (
    <ul className={classes.cards} aria-label={texts.plans.tableLabel}>
      {offers.map((offer) => (
        <li key={offer.plan.planID} className={classes.card} data-current={offer.isCurrent || undefined}>
          <div>
            <span className={classes.name}>{offer.plan.shortname}</span>
            <PlanPrice plan={offer.plan} texts={texts} />
            <p className={classes.description}>{offer.plan.description}</p>
          </div>
          <dl className={classes.figures}>
            {plans.figuresOf(offer.plan).map(({ label, value }) => (
              <Fragment key={label}>
                <dt>{label}</dt>
                <dd>
                  <FigureValue value={value} texts={texts} />
                </dd>
              </Fragment>
            ))}
          </dl>
          <OfferAction offer={offer} texts={texts} />
        </li>
      ))}
    </ul>
  )
}
