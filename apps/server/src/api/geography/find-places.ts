import { findPlaces } from '@freeor/leads/geography/find-places'
import { z } from 'zod'
import { leadsOperation } from '../../sites/leads/leads-deps.ts'

export const findPlacesByNameOperation = leadsOperation({
  id: 'findPlaces',
  method: 'get',
  path: '/api/geography/places',
  area: 'geography',
  summary: 'States, counties, cities and ZIPs that start with the text, with the clause that searches them',
  access: 'public',
  apiKeyScope: 'search',
  query: z.strictObject({ q: z.string().min(2).max(80) }),
  answer: z.object({
    places: z.array(
      z.object({
        label: z.string(),
        clause: z.string(),
        /** [longitude, latitude] of a ZIP; null for places that are areas. */
        point: z.tuple([z.number(), z.number()]).nullable(),
      }),
    ),
  }),
  handle: async ({ query }) => ({ places: findPlaces(query.q) }),
})
