import { z } from 'zod'

/** Where a thread of its own answers the health call. */
export const healthVariables = {
  HEALTH_PORT: z.coerce.number().int().min(1).max(65535).optional(),
  HEALTH_HOST: z.string().min(1).default('127.0.0.1'),
}

/** Without a port it is answered at those of the sites alone. */
export type HealthChoice = { readonly port: number; readonly host: string } | undefined

export const chooseHealth = (env: z.infer<z.ZodObject<typeof healthVariables>>): HealthChoice =>
  env.HEALTH_PORT === undefined ? undefined : { port: env.HEALTH_PORT, host: env.HEALTH_HOST }
