/** What the sample businesses do, the most frequent first: they are drawn by Zipf's law. */
export type Industry = {
  /** In the company's name. */
  readonly trade: string
  readonly name: string
  readonly naics: string
  /** Employees of the smallest usual business. */
  readonly size: number
  /** Typical revenue for each employee, in dollars. */
  readonly perEmployee: number
  /** Whether there are chains with branches. */
  readonly hasChains: boolean
}

const define = (
  [trade, name, naics]: readonly [string, string, string],
  [size, perEmployee]: readonly [number, number],
  hasChains = false,
): Industry => ({ trade, name, naics, size, perEmployee, hasChains })

export const industries: readonly Industry[] = [
  define(['Grill', 'Restaurants', '722511'], [5, 60_000], true),
  define(['Realty', 'Real Estate Agents', '531210'], [1, 180_000]),
  define(['Law Office', 'Offices of Lawyers', '541110'], [1, 220_000]),
  define(['Salon', 'Beauty Salons', '812112'], [1, 55_000], true),
  define(['Fitness', 'Fitness Centers', '713940'], [5, 60_000], true),
  define(['Auto Repair', 'Automotive Repair', '811111'], [2, 130_000], true),
  define(['Family Clinic', 'Offices of Physicians', '621111'], [4, 170_000]),
  define(['Landscaping', 'Landscaping Services', '561730'], [2, 90_000]),
  define(['Dental', 'Offices of Dentists', '621210'], [3, 140_000], true),
  define(['Insurance', 'Insurance Agencies', '524210'], [1, 190_000], true),
  define(['Accounting', 'Offices of Accountants', '541211'], [1, 140_000]),
  define(['Coffee', 'Snack and Beverage Bars', '722515'], [4, 50_000], true),
  define(['Plumbing', 'Plumbing and Heating Contractors', '238220'], [3, 180_000]),
  define(['Electric', 'Electrical Contractors', '238210'], [3, 190_000]),
  define(['Child Care', 'Child Care Services', '624410'], [4, 45_000], true),
  define(['Trucking', 'General Freight Trucking', '484121'], [2, 200_000]),
  define(['Software', 'Custom Computer Programming', '541511'], [2, 210_000]),
  define(['Roofing', 'Roofing Contractors', '238160'], [3, 210_000]),
  define(['Marketing', 'Advertising Agencies', '541810'], [2, 180_000]),
  define(['Pharmacy', 'Pharmacies', '456110'], [5, 420_000], true),
  define(['Veterinary', 'Veterinary Services', '541940'], [4, 110_000]),
  define(['Bakery', 'Retail Bakeries', '311811'], [3, 60_000]),
  define(['Storage', 'Self-Storage', '531130'], [1, 220_000], true),
  define(['Hardware', 'Hardware Stores', '444140'], [4, 200_000], true),
  define(['Florist', 'Florists', '459310'], [2, 90_000]),
  define(['Staffing', 'Temporary Help Services', '561320'], [8, 70_000], true),
  define(['Machine Works', 'Machine Shops', '332710'], [6, 170_000]),
  define(['Printing', 'Commercial Printing', '323111'], [4, 150_000]),
  define(['Farm Supply', 'Farm Supplies Wholesalers', '424910'], [4, 600_000]),
  define(['Brewing', 'Breweries', '312120'], [4, 240_000]),
]
