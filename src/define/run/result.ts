/** How much a failing result matters. Written out, so that messages of the compiler have its name. */
export type Severity = 'critical' | 'high' | 'medium' | 'low' | 'info'

/** The most urgent first. */
export const severities = ['critical', 'high', 'medium', 'low', 'info'] as const satisfies readonly Severity[]

/** The answer for one resource. */
export type ResultStatus = 'pass' | 'fail' | 'manual' | 'not_applicable'

export const resultStatuses = ['pass', 'fail', 'manual', 'not_applicable'] as const satisfies readonly ResultStatus[]

/** Characters of an id. Ids are compared and matched, so that a longer one is refused instead of cut. */
export const idLengthMax = 2_048

/** The thing a result is about. `type` and `id` identify it across runs; `name` is for people. */
export interface Resource {
  readonly type: string
  readonly id: string
  readonly name?: string | undefined
}

/** One result that a check reports for one resource. */
export interface ResultInput {
  readonly resource: Resource
  /** The finding, as a short statement. */
  readonly title: string
  readonly description?: string | undefined
  /** The facts that let somebody else confirm the result, as small JSON. Secrets are redacted. */
  readonly evidence?: object | undefined
}

/** A failing result explains how to fix it. */
export interface FailInput extends ResultInput {
  readonly remediation: string
  /** @default the check's severity */
  readonly severity?: Severity | undefined
}
