import { forPage } from '@freeor/site-frame/errors/page-problem'
import { serverApi } from '@freeor/site-frame/frame/api'
import { useRootData } from '@freeor/site-frame/frame/root-data'
import { formatCount, formatDollars } from '@freeor/ui/format'
import { Anchor, Button, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { listPlans, type Plan } from '../api/plans.ts'
import { SiteFrame } from '../components/site-frame.tsx'
import { texts } from '../texts.ts'
import type { Route } from './+types/pricing'
import classes from './pricing.module.css'

export const meta: Route.MetaFunction = () => [
  { title: texts.titleOf(texts.pricing.title) },
  { name: 'description', content: texts.pricing.description },
]

export async function loader({ context }: Route.LoaderArgs) {
  return { plans: await forPage(context, listPlans(serverApi(context))) }
}

const yesNo = (value: boolean) => (value ? texts.pricing.yes : texts.pricing.no)

function PlanRow({ plan }: { plan: Plan }) {
  return (
    <tr>
      <th scope="row">
        <span className={classes.name}>{plan.shortname}</span>
        <span className={classes.description}>{plan.description}</span>
      </th>
      <td data-label={texts.pricing.price}>
        <span className={classes.price}>
          {plan.price === 0 ? texts.pricing.free : formatDollars(plan.price / 100)}
        </span>
        {plan.price === 0 ? null : <span className={classes.description}>{texts.pricing.perMonth}</span>}
      </td>
      <td data-label={texts.pricing.leadsMonth}>{formatCount(plan.leads)}</td>
      <td data-label={texts.pricing.leadsFile}>{formatCount(plan.downloadLimit)}</td>
      <td data-label={texts.pricing.rollover}>{yesNo(plan.includesRollover)}</td>
      <td data-label={texts.pricing.suppression}>{yesNo(plan.searchSuppressions)}</td>
    </tr>
  )
}

export default function Pricing({ loaderData }: Route.ComponentProps) {
  const root = useRootData()
  return (
    <SiteFrame>
      <div className={classes.page}>
        <Title order={1}>{texts.pricing.heading}</Title>
        <Text mt="xs" maw="60ch">
          {texts.pricing.lead}
        </Text>
        <table className={classes.table} aria-label={texts.pricing.tableLabel}>
          <thead>
            <tr>
              <th scope="col">{texts.pricing.plan}</th>
              <th scope="col">{texts.pricing.price}</th>
              <th scope="col">{texts.pricing.leadsMonth}</th>
              <th scope="col">{texts.pricing.leadsFile}</th>
              <th scope="col">{texts.pricing.rollover}</th>
              <th scope="col">{texts.pricing.suppression}</th>
            </tr>
          </thead>
          <tbody>
            {loaderData.plans.map((plan) => (
              <PlanRow key={plan.planID} plan={plan} />
            ))}
          </tbody>
        </table>
        {root?.me.user ? null : (
          <Button component={Link} to="/signup" size="md" mt="lg">
            {texts.pricing.start}
          </Button>
        )}
        {root ? (
          <Text size="sm" c="dimmed" mt="lg">
            {texts.pricing.paidNote} <Anchor href={`mailto:${root.supportEmail}`}>{root.supportEmail}</Anchor>
          </Text>
        ) : null}
      </div>
    </SiteFrame>
  )
}
