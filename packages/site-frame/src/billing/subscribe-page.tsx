import { formatCents } from '@freeor/ui/format'
import { Anchor, Button, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Form, Link, useSearchParams } from 'react-router'
import type { Answer } from '../frame/answer.ts'
import { AnswerNote } from '../frame/answer-note.tsx'
import type { PageProps } from '../frame/page.ts'
import { titleMeta } from '../frame/page-meta.ts'
import { useSite } from '../frame/site-context.ts'
import type { BillingTexts } from './billing-texts.ts'
import { nameCard } from './card-name.ts'
import { PayForm } from './pay-form.tsx'
import { PlanChoice } from './plan-choice.tsx'
import { type Step, Steps } from './steps.tsx'
import { loadSubscribe, type SubscribeData, submitSubscribe } from './subscribe.ts'
import classes from './subscribe-page.module.css'

type StepData<S extends SubscribeData['step']> = Extract<SubscribeData, { step: S }>

function ChoosePlan({ data, texts }: { data: StepData<'plan'>; texts: BillingTexts }) {
  return (
    <Form method="get" className={classes.form}>
      {data.next ? <input type="hidden" name="next" value={data.next} /> : null}
      <PlanChoice plans={data.plans} selected={data.selected} texts={texts} legend={texts.steps.planLead} />
      <Button type="submit" fullWidth>
        {texts.steps.continue}
      </Button>
    </Form>
  )
}

function Pay({
  data,
  answer,
  texts,
}: {
  data: StepData<'pay'>
  answer: Answer | undefined
  texts: BillingTexts
}) {
  const { plan, card, cardForm } = data
  const [usesOther, setUsesOther] = useState(false)
  const [params] = useSearchParams()
  const isFree = plan.price === 0
  // A card that was refused is not tried again without the user's request.
  const takesCard = !isFree && (card === null || usesOther || answer?.code === 'payment_failed')
  const price = formatCents(plan.price)
  const other = new URLSearchParams(params)
  other.set('choose', '')
  return (
    <>
      <AnswerNote answer={answer} />
      {isFree ? null : <Text>{texts.steps.payLead(price)}</Text>}
      {isFree || takesCard || !card ? null : (
        <Text>
          {texts.steps.cardOnFile(nameCard(card, texts))}{' '}
          <Anchor component="button" type="button" onClick={() => setUsesOther(true)}>
            {texts.steps.otherCard}
          </Anchor>
        </Text>
      )}
      <PayForm
        texts={texts}
        cardForm={cardForm}
        takesCard={takesCard}
        fields={{ intent: 'subscribe', plan: plan.planID }}
        submit={isFree ? texts.steps.begin : texts.steps.subscribe(price)}
      />
      <Anchor component={Link} to={`?${other}`}>
        {texts.steps.otherPlan}
      </Anchor>
    </>
  )
}

function Done({ data, texts }: { data: StepData<'in'>; texts: BillingTexts }) {
  const { afterPlan } = useSite()
  // Who was going elsewhere goes on there.
  const own = data.destination === afterPlan?.path ? afterPlan : undefined
  return (
    <Stack align="start">
      <Text>{data.plan?.price ? texts.steps.doneText(data.plan.name) : texts.steps.doneFree}</Text>
      {own ? <Text>{own.text}</Text> : null}
      <Button component={Link} to={data.destination}>
        {own?.label ?? texts.steps.go}
      </Button>
    </Stack>
  )
}

function headingOf(data: SubscribeData, { steps }: BillingTexts): string {
  if (data.step === 'plan') return steps.planHeading
  if (data.step === 'in') return steps.doneHeading
  const { price, shortname } = data.plan
  return price === 0 ? steps.freeHeading(shortname) : steps.payHeading(shortname)
}

export const meta = titleMeta((texts) => texts.billing.steps.title)

export const loader = loadSubscribe

export const action = submitSubscribe

/** The steps from a new account into the product. */
export default function SubscribePage({
  loaderData: data,
  actionData: answer,
}: PageProps<typeof loader, typeof action>) {
  const texts = useSite().texts.billing
  const step: Step = data.step
  const body: ReactNode =
    data.step === 'plan' ? (
      <ChoosePlan data={data} texts={texts} />
    ) : data.step === 'pay' ? (
      <Pay data={data} answer={answer} texts={texts} />
    ) : (
      <Done data={data} texts={texts} />
    )
  return (
    <div className={classes.page}>
      <Steps at={step} texts={texts.steps} />
      <Title order={1} size="h2">
        {headingOf(data, texts)}
      </Title>
      {body}
    </div>
  )
}
