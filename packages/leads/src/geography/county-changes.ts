/** A county that the shapes of 2017 do not have under this code. */
export type CountyChange = {
  readonly fips: string
  /** USPS code. */
  readonly state: string
  /** Its names, without the word that says what kind of county it is. */
  readonly names: readonly string[]
  /** The counties of the shapes that it lies in: one, unless borders have changed. */
  readonly counties: readonly string[]
  /** Whether `counties` is what it is now: it has another name or code, or has joined its neighbour. */
  readonly isSucceeded: boolean
}

/**
 * Changes before the shapes of 2017 and after them: U.S. Census Bureau, "Substantial Changes to Counties and County
 * Equivalent Entities: 1970-Present". Connecticut's planning regions are its county equivalents since 2022 (87 FR 34235);
 * which counties their towns lie in is of the Bureau's crosswalk of county subdivisions.
 */
const succeeded = `46113 SD 46102 Shannon|02270 AK 02158 Wade Hampton|12025 FL 12086 Dade|29193 MO 29186 Ste. Genevieve
51515 VA 51019 Bedford city|51560 VA 51005 Clifton Forge city/Clifton Forge|51780 VA 51083 South Boston city/South Boston`

const divided = `02063 AK 02261 Chugach|02066 AK 02261 Copper River
02201 AK 02130,02198,02275 Prince of Wales-Outer Ketchikan|02232 AK 02105,02230 Skagway-Hoonah-Angoon
02280 AK 02195,02275 Wrangell-Petersburg
09110 CT 09003,09013 Capitol/Capitol Region|09120 CT 09001 Greater Bridgeport/Connecticut Metropolitan
09130 CT 09007,09011 Lower Connecticut River Valley|09140 CT 09001,09003,09005,09009 Naugatuck Valley
09150 CT 09011,09013,09015 Northeastern Connecticut|09160 CT 09003,09005 Northwest Hills
09170 CT 09009 South Central Connecticut/South Central Regional|09180 CT 09011,09015 Southeastern Connecticut
09190 CT 09001,09005 Western Connecticut`

const read = (text: string, isSucceeded: boolean): CountyChange[] =>
  text.split(/[|\n]/).map((row) => {
    const [fips = '', state = '', counties = ''] = row.split(' ', 3)
    const names = row.slice(fips.length + state.length + counties.length + 3).split('/')
    return { fips, state, names, counties: counties.split(','), isSucceeded }
  })

export const countyChanges: readonly CountyChange[] = [...read(succeeded, true), ...read(divided, false)]

/** How a name may go on: `Capitol Planning Region` is a county's name as a whole. */
export const regionWords = ['', ' Planning Region'] as const

const byFips = new Map(countyChanges.map((change) => [change.fips, change]))

/** The change of a county by its code of five digits. */
export const changeOfCode = (fips: string): CountyChange | undefined => byFips.get(fips)
