import { AppError } from '@freeor/kernel/errors'
import type { DownloadInput } from '../ports.ts'
import type { FilePreset } from '../schema.ts'
import type { LeadRole } from './column-roles.ts'

type Preset = {
  /** What people call the program. */
  readonly name: string
  /** What it calls the columns. */
  readonly labels: Partial<Record<LeadRole, string>>
  /** The largest file it takes. */
  readonly perFile: { readonly rows?: number; readonly bytes?: number }
  readonly mostColumns: number
  /** Columns without which it takes no row. */
  readonly demands: readonly ('lastName' | 'company')[]
}

/**
 * HubSpot: fewer than 1,000 columns, and 20 MB for accounts of its free tools (knowledge.hubspot.com, "Set up import
 * files", 2025-10-03). Salesforce: 50,000 leads at a time, the labels of its lead fields, and Last Name and Company in
 * every lead (help.salesforce.com, "Contact and Lead Imports" and "Field Mapping for Importing Leads").
 */
export const presets: Readonly<Record<FilePreset, Preset>> = {
  hubspot: {
    name: 'HubSpot',
    labels: {
      company: 'Company name',
      firstName: 'First Name',
      lastName: 'Last Name',
      title: 'Job Title',
      email: 'Email',
      phone: 'Phone Number',
      mobile: 'Mobile Phone Number',
      fax: 'Fax Number',
      website: 'Website URL',
      street: 'Street Address',
      city: 'City',
      state: 'State/Region',
      zip: 'Postal Code',
      country: 'Country/Region',
      industry: 'Industry',
      employees: 'Number of Employees',
      revenue: 'Annual Revenue',
      founded: 'Year Founded',
      description: 'Description',
    },
    perFile: { bytes: 20_000_000 },
    mostColumns: 999,
    demands: [],
  },
  salesforce: {
    name: 'Salesforce',
    labels: {
      company: 'Company',
      firstName: 'First Name',
      lastName: 'Last Name',
      // Not "Full Name", which it does not take beside First Name and Last Name.
      fullName: 'Contact Name',
      title: 'Title',
      email: 'Email',
      phone: 'Phone',
      mobile: 'Mobile Phone',
      fax: 'Fax',
      website: 'Website',
      street: 'Street',
      city: 'City',
      state: 'State',
      zip: 'Postal Code',
      country: 'Country',
      industry: 'Industry',
      employees: 'No. of Employees',
      revenue: 'Annual Revenue',
      description: 'Description',
    },
    perFile: { rows: 50_000 },
    mostColumns: Number.POSITIVE_INFINITY,
    demands: ['lastName', 'company'],
  },
}

/** @throws AppError `invalid_request` for another format than CSV, and for more columns than the program takes */
export function requirePreset(
  { preset, format }: Pick<DownloadInput, 'preset' | 'format'>,
  columns: number,
): void {
  if (preset === undefined) return
  const { name, mostColumns } = presets[preset]
  if (format !== 'csv')
    throw new AppError('invalid_request', `A file for ${name} is a CSV file: format "csv"`)
  if (columns > mostColumns)
    throw new AppError(
      'invalid_request',
      `${name} takes at most ${mostColumns} columns: this file has ${columns}`,
    )
}
