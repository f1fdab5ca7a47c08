import { Button, NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { Form, useNavigation } from 'react-router'
import type { Answer } from '../frame/answer.ts'
import { Pane } from '../frame/pane.tsx'
import { type Changes, useChanges } from '../frame/use-changes.ts'
import type { AdminTexts } from './admin-texts.ts'
import { adminTexts } from './admin-texts.ts'
import type { CompanyRecordData } from './company.ts'
import { ReasonField } from './reason-field.tsx'

type Customer = CompanyRecordData['money']['customers'][number]
type FormProps = { texts: AdminTexts; changes: Changes }

/** The sites on which no provider bills the company. */
const unbilled = ({ sites, money: { customers } }: CompanyRecordData): Customer['site'][] =>
  sites.filter((site) => !customers.some((customer) => customer.site === site && customer.isBilled))

type CompanyFormsProps = { data: CompanyRecordData; answer: Answer | undefined }

/** What a super admin may give a company. */
export function CompanyForms({ data, answer }: CompanyFormsProps) {
  const texts = adminTexts
  const words = texts.companies
  const free = unbilled(data)
  const done = (intent: string) => (answer?.intent === intent ? answer : undefined)
  const plan = useChanges({ site: free[0] ?? '', planID: data.planIDs[0] ?? '', reason: '' }, done('plan'))
  const grant = useChanges({ amount: '', expiresAt: '', reason: '' }, done('grant'))
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
      <Pane title={words.setPlan} lead={words.setPlanLead}>
        {free.length === 0 ? (
          <p>{words.billed}</p>
        ) : (
          <PlanForm texts={texts} changes={plan} free={free} planIDs={data.planIDs} />
        )}
      </Pane>
      {data.givesLeads ? (
        <Pane title={words.grant} lead={words.grantLead}>
          <GrantForm texts={texts} changes={grant} grantKey={data.grantKey} />
        </Pane>
      ) : null}
    </SimpleGrid>
  )
}

type PlanFormProps = FormProps & { free: readonly Customer['site'][]; planIDs: readonly string[] }

/** Puts the company on a plan without a charge; a provider's subscription is changed there. */
function PlanForm({ texts, changes, free, planIDs }: PlanFormProps) {
  const words = texts.companies
  const busy = useNavigation().formData?.get('intent') === 'plan'
  return (
    <Form method="post" ref={changes.form} onInput={changes.onInput}>
      <input type="hidden" name="intent" value="plan" />
      <Stack gap="md">
        <NativeSelect
          name="site"
          label={words.site}
          data={free.map((value) => ({ value, label: words.sites[value] }))}
        />
        <NativeSelect name="planID" label={words.plan} data={[...planIDs]} />
        <ReasonField texts={texts} />
        <Button type="submit" w="fit-content" loading={busy}>
          {words.setPlan}
        </Button>
      </Stack>
    </Form>
  )
}

/** Leads in addition to the plan. */
function GrantForm({ texts, changes, grantKey }: FormProps & { grantKey: string }) {
  const words = texts.companies
  const busy = useNavigation().formData?.get('intent') === 'grant'
  return (
    <Form method="post" ref={changes.form} onInput={changes.onInput}>
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
