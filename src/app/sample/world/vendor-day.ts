/** A request of a connector, and the day on which the vendor answers it. */
export interface SampleRequest {
  readonly method: string
  readonly url: URL
  /** Days since the sample began. */
  readonly day: number
  readonly nowMs: number
}

/** JSON, and headers beside it. */
export interface SampleAnswer {
  readonly status?: number
  readonly json: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** What a vendor answers. Undefined: it has nothing there. */
export type AnswerRequest = (request: SampleRequest) => SampleAnswer | undefined

const dayMs = 86_400_000

/** The ISO time so many days before the answer. */
export function daysAgo({ nowMs }: Pick<SampleRequest, 'nowMs'>, days: number): string {
  return new Date(nowMs - days * dayMs).toISOString()
}

/** The day of the sample as a date of the calendar. */
export function dateOf({ nowMs, day }: Pick<SampleRequest, 'nowMs' | 'day'>, on: number): string {
  return new Date(nowMs + (on - day) * dayMs).toISOString().slice(0, 10)
}
