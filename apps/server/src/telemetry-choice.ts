import type { z } from 'zod'
import { chooseMetrics, type MetricsChoice, metricsVariables } from './metrics-choice.ts'
import { chooseTracing, type TracingChoice, tracingVariables } from './tracing-choice.ts'

/** How an operator looks at the server from outside. */
export const telemetryVariables = { ...metricsVariables, ...tracingVariables }

export type TelemetryChoice = {
  metrics: MetricsChoice
  /** Where traces are sent; undefined: nothing is traced. */
  tracing: TracingChoice | undefined
}

export const chooseTelemetry = (env: z.infer<z.ZodObject<typeof telemetryVariables>>): TelemetryChoice => ({
  metrics: chooseMetrics(env),
  tracing: chooseTracing(env),
})
