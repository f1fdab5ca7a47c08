import type { Customer } from './billing-api.ts'
import type { BillingTexts } from './billing-texts.ts'

export type CardOnFile = NonNullable<Customer['billing_info']>

/** `Visa ending in 1111` */
export const nameCard = ({ paymentMethod }: CardOnFile, { card }: BillingTexts): string =>
  card.name(paymentMethod.cardType, paymentMethod.lastFour)

/** `Expires 03/2039` */
export const sayExpiry = ({ paymentMethod }: CardOnFile, { card }: BillingTexts): string =>
  card.expires(String(paymentMethod.expMonth).padStart(2, '0'), String(paymentMethod.expYear))
