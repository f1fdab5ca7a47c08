import type { Site } from '@freeor/kernel/site'

/** The sites whose data is in ClickHouse. */
export const needsSearchEngine = (names: readonly Site[]): boolean => names.includes('leads')

/** The port a site listens on unless told. */
export const defaultPorts: Readonly<Record<Site, number>> = { leads: 3000, courses: 3001 }
