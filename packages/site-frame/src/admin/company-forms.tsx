import { Button, NativeSelect, Stack, TextInput } from '@mantine/core'
import { Form, useNavigation } from 'react-router'
import { planIds } from './companies.ts'
import type { CompanyRecordData } from './company.ts'
import type { OperatorTexts } from './operator-texts.ts'
import { ReasonField } from './reason-field.tsx'

type Customer = CompanyRecordData['money']['customers'][number]

/** Puts the company on a plan without a charge; a provider's subscription is changed there. */
export function PlanForm({ texts, customers }: { texts: OperatorTexts; customers: readonly Customer[] }) {
  const words = texts.companies
  const busy = useNavigation().formData?.get('intent') === 'plan'
  const free = (['leads', 'courses'] as const).filter(
    (site) => !customers.some((customer) => customer.site === site && customer.isBilled),
  )
  if (free.length === 0) return <p>{words.billed}</p>
  return (
    <Form method="post">
      <input type="hidden" name="intent" value="plan" />
      <Stack gap="md">
        <NativeSelect
          name="site"
          label={words.site}
          data={free.map((value) => ({ value, label: words.sites[value] }))}
        />
        <NativeSelect name="planID" label={words.plan} data={[...planIds]} />
        <ReasonField texts={texts} />
        <Button type="submit" w="fit-content" loading={busy}>
          {words.setPlan}
        </Button>
      </Stack>
    </Form>
  )
}

/** Leads beside the plan. */
export function GrantForm({ texts, grantKey }: { texts: OperatorTexts; grantKey: string }) {
  const words = texts.companies
  const busy = useNavigation().formData?.get('intent') === 'grant'
  return (
    <Form method="post">
      <input type="hidden" name="intent" value="grant" />
      <input type="hidden" name="key" value={grantKey} />
      <Stack gap="md">
        <TextInput
          name="amount"
          label={words.amount}
          type="number"
          inputMode="numeric"
          min={1}
          max={100_000_000}
          required
          withAsterisk={false}
        />
        <TextInput name="expiresAt" label={words.expires} description={words.expiresHint} type="date" />
        <ReasonField texts={texts} />
        <Button type="submit" w="fit-content" loading={busy}>
          {words.grant}
        </Button>
      </Stack>
    </Form>
  )
}
