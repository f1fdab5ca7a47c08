import { z } from 'zod'

const port = z.coerce.number().int().min(1).max(65535)

/** Who may read the metrics, and where. */
export const metricsVariables = {
  METRICS_TOKEN: z.string().min(16).optional(),
  METRICS_PORT: port.optional(),
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
}

/** Without a token and a port of their own nobody reads them. With a port they are not at those of the sites. */
export type MetricsChoice = {
  readonly token: string | undefined
  readonly listen: { readonly port: number; readonly host: string } | undefined
}

export const chooseMetrics = (env: z.infer<z.ZodObject<typeof metricsVariables>>): MetricsChoice => ({
  token: env.METRICS_TOKEN,
  listen: env.METRICS_PORT === undefined ? undefined : { port: env.METRICS_PORT, host: env.METRICS_HOST },
})
