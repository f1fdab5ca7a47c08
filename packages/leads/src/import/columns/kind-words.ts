/** Words of headers, by what they say of the column. */

const words = (text: string): readonly string[] => text.split(' ')

/** A telephone number. */
export const phoneWords = words(
  'phone phones tel telephone telephones fax mobile mobiles cell cellphone hotline telefon telefono handy mobil movil celular',
)

/** An address for mail. */
export const emailWords = words('email emails mail courriel correo')

/** A town. */
export const cityWords = words(
  'city town municipality locality village ort stadt wohnort ville commune ciudad localidad municipio poblacion cidade',
)

/** A state; of other countries too, where the cells are names of ours. */
export const stateWords = words('state province st usps bundesstaat bundesland estado etat')

/** A ZIP. */
export const zipWords = words('zip postal postcode zcta zipcode plz cp')

/** A day or a time. */
export const dateWords = words(
  'date time datetime timestamp day updated created opened closed modified at on since start end expiration expires issued approved dob',
)

/** What identifies the row, if each has its own. */
export const idWords = words(
  'id uuid guid ein npi duns uei cert certificate license licence permit account key identifier ccn code registration',
)

/** A number that identifies when it ends a header (`Permit No`), and counts when it begins one (`No of Employees`). */
export const numberWords = words('number no num nr nbr #')

/** Digits that name something. */
export const codeWords = words(
  'naics sic fips code cbsa msa zcta tract district id ein npi duns cert ccn geoid isic scian nace cd zip zipcode postal postcode ward precinct zone route cik uei',
)

/** Registers, whose numbers name an entry. */
export const registerWords = words(
  'license licence permit registration certificate account parcel apn docket',
)

/** Numbers that nobody calls. */
export const digitWords = words(
  'id ein npi duns uei cert certificate license licence permit account parcel apn key code ccn registration amount employees revenue sales',
)

/** An amount of money. */
export const moneyWords = words(
  'revenue sales amount amt price cost salary income payroll budget fee fees usd dollars value assets deposits wage wages balance payment turnover funding donation grant tax rent capital $ eur gbp',
)

/** What makes an amount something else. */
export const noMoneyWords = words(
  'count percent pct rate growth margin ratio rank period year code cd accuracy confidence',
)

/** How large something is. */
export const sizeWords = words('employees employee staff headcount size followers subscribers members')

/** An amount of something. */
export const amountWords = words('count total balance days years months age hours size percent pct')

/** Where in an address a number belongs to a door. */
export const doorWords = words('street house building unit suite floor room apt')

/** What is told of a person, but is not the name. */
export const aspectWords = words(
  'title type position role method preference status stage source country level department function gender language time hours number count code id date',
)
