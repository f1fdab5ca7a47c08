import { useHydrated } from '@freeor/ui/use-hydrated'
import { NativeSelect, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { BillingTexts } from './billing-texts.ts'
import classes from './card-form.module.css'
import type { CardErrors } from './card-rules.ts'
import { homeCountry, listCountries } from './countries.ts'

type CardFieldsProps = {
  texts: BillingTexts['card']
  errors: CardErrors
  /** Where the card itself is typed: the provider's own part of the form. */
  children: ReactNode
}

/** The holder and the address, around the provider's own field. `data-recurly` names them for its script. */
export function CardFields({ texts, errors, children }: CardFieldsProps) {
  const field = (name: keyof typeof texts.blank, label: string, autoComplete: string) => (
    <TextInput
      label={label}
      name={name}
      data-recurly={name}
      autoComplete={autoComplete}
      error={errors[name]}
      maxLength={100}
      withAsterisk={false}
      aria-required
    />
  )
  const [country, setCountry] = useState(homeCountry.value)
  // The browser may know other names than the server: its own list takes over once it runs.
  const countries = useHydrated() ? listCountries() : [homeCountry]
  return (
    <div className={classes.fields}>
      <div className={classes.pair}>
        {field('first_name', texts.firstName, 'cc-given-name')}
        {field('last_name', texts.lastName, 'cc-family-name')}
      </div>
      {children}
      {field('address1', texts.address1, 'billing street-address')}
      <div className={classes.place}>
        {field('city', texts.city, 'billing address-level2')}
        {field('state', texts.state, 'billing address-level1')}
        {field('postal_code', texts.zip, 'billing postal-code')}
      </div>
      <NativeSelect
        label={texts.country}
        name="country"
        data-recurly="country"
        autoComplete="billing country"
        data={countries}
        value={country}
        onChange={(event) => setCountry(event.currentTarget.value)}
      />
    </div>
  )
}
