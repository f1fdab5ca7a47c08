import { z } from 'zod'

const samplers = ['always_on', 'always_off', 'traceidratio'] as const

/** `a=1,b=2` with percent signs, as OpenTelemetry writes lists. */
const readList = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split(',')
      .map((pair) => pair.split('='))
      .flatMap(([name = '', ...value]) =>
        name.trim() ? [[name.trim(), decodeURIComponent(value.join('=').trim())]] : [],
      ),
  )

const list = z.string().transform((text, { addIssue }) => {
  try {
    return readList(text)
  } catch {
    addIssue({
      code: 'custom',
      message: 'is like name=value,name=value, and a percent sign in a value is %25',
    })
    return z.NEVER
  }
})

/** The standard variables of OpenTelemetry that are used here. */
export const tracingVariables = {
  OTEL_SDK_DISABLED: z.enum(['true', 'false']).default('false'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_EXPORTER_OTLP_HEADERS: list.default({}),
  OTEL_EXPORTER_OTLP_PROTOCOL: z.literal('http/json', 'is http/json here').default('http/json'),
  OTEL_SERVICE_NAME: z.string().min(1).default('freeor'),
  OTEL_RESOURCE_ATTRIBUTES: list.default({}),
  OTEL_TRACES_SAMPLER: z
    .string()
    .transform((name) => name.replace(/^parentbased_/, ''))
    .pipe(z.enum(samplers))
    .default('always_on'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
}

export type TracingChoice = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly serviceName: string
  readonly attributes: Readonly<Record<string, string>>
  /** Of the traces, between 0 and 1. */
  readonly ratio: number
}

const ratioOf = { always_on: () => 1, always_off: () => 0, traceidratio: (arg: number) => arg }

/** Undefined where no endpoint is configured: then nothing of OpenTelemetry is loaded. */
export function chooseTracing(env: z.infer<z.ZodObject<typeof tracingVariables>>): TracingChoice | undefined {
  const base = env.OTEL_EXPORTER_OTLP_ENDPOINT
  const url = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? (base && `${base.replace(/\/$/, '')}/v1/traces`)
  if (url === undefined || env.OTEL_SDK_DISABLED === 'true') return undefined
  return {
    url,
    headers: env.OTEL_EXPORTER_OTLP_HEADERS,
    serviceName: env.OTEL_SERVICE_NAME,
    attributes: env.OTEL_RESOURCE_ATTRIBUTES,
    ratio: ratioOf[env.OTEL_TRACES_SAMPLER](env.OTEL_TRACES_SAMPLER_ARG),
  }
}
