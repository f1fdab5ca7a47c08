/** Words the invented leads are made of. Nothing here names a real company, person, address or number. */
const words = (text: string): readonly string[] => text.trim().split(/\s+/)

const sectors = words(`Dental Veterinary Roofing Plumbing Electrical Landscaping Automotive Restaurant Bakery
  Printing Legal Accounting Insurance Logistics Trucking Warehouse Textile Furniture Packaging Chemical Plastics
  Fitness Travel Wedding Education Software Security Energy Marine Farming`)
const activities =
  words(`Services Supplies Equipment Consulting Wholesale Retail Repair Training Manufacturing
  Rental`)

/** 300 categories, commonest first: `Dental Services`, `Veterinary Services` … */
export const industries: readonly string[] = activities.flatMap((activity) =>
  sectors.map((sector) => `${sector} ${activity}`),
)

export const firstSyllables =
  words(`Bramble Copper Maple Willow Granite Silver Harbor Meadow Falcon Juniper Cedar
  Thistle Ember Quarry Lantern Orchard Pepper Raven Saddle Timber Violet Walnut Yarrow Zephyr Anchor Beacon Cobalt
  Drift Elder Fern`)
export const secondSyllables =
  words(`wick field brook stone gate mere ford dale crest haven port ridge well shaw
  thorpe combe leigh march vale worth`)
export const legalForms = words('LLC Inc Co Corp Ltd LP PLLC Group Partners Holdings')

/** Commonest first. */
export const titles: readonly string[] = [
  'Owner',
  'Manager',
  'President',
  'Office Manager',
  'CEO',
  'Director of Sales',
  'Operations Manager',
  'CFO',
  'Marketing Director',
  'Purchasing Agent',
  'Vice President',
  'Human Resources Manager',
  'IT Manager',
  'Founder',
  'Partner',
  'Controller',
  'Plant Manager',
  'Store Manager',
  'Safety Officer',
  'COO',
  'Fleet Manager',
  'Facilities Manager',
  'Chief Engineer',
  'Treasurer',
]

export const firstNames =
  words(`Ada Bela Cyra Dorin Edda Fenn Gala Hollis Ivo Jory Kesia Lorne Mirra Nils Odile
  Perrin Quilla Rufus Signe Tamsin Ulric Vesna Wren Xenia Yule Zora Alder Blythe Caspian Della`)
export const lastNames =
  words(`Alderbrook Birchwood Cloverly Dunmarrow Elmsgate Foxhollow Greyfen Hartwell-Moss
  Inglemere Jasperly Kestrelton Larkspurry Mossgrove Nightfern Oakhurstly Plumfield Quillbrook Rosedown Stonewick
  Thornapple Underhillly Vinebrook Wexmarsh Yewdale Zinnerly`)
export const streets =
  words(`Invented Sample Placeholder Imaginary Fictional Pretend Madeup Specimen Example Notional
  Fabled Storybook`)
export const streetKinds = words('St Ave Rd Blvd Ln Dr Ct Way')
