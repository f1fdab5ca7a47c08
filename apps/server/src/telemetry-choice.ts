import type { z } from 'zod'
import { chooseHealth, type HealthChoice, healthVariables } from './health-choice.ts'
import { chooseMetrics, type MetricsChoice, metricsVariables } from './metrics-choice.ts'
import { chooseTracing, type TracingChoice, tracingVariables } from './tracing-choice.ts'

/** How an operator looks at the server from outside. */
export const telemetryVariables = { ...healthVariables, ...metricsVariables, ...tracingVariables }

export type TelemetryChoice = {
  health: HealthChoice
  metrics: MetricsChoice
  /** Where traces are sent; undefined: nothing is traced. */
  tracing: TracingChoice | undefined
}

export const chooseTelemetry = (env: z.infer<z.ZodObject<typeof telemetryVariables>>): TelemetryChoice => ({
  health: chooseHealth(env),
  metrics: chooseMetrics(env),
  tracing: chooseTracing(env),
})
