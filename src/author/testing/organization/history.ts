/**
 * What really happened in an organization: people are hired, renamed and leave, and get accounts, which somebody removes or forgets.
 * Nothing here knows how cross-checks judge.
 */

export const dayMs = 86_400_000
/** When everything is read for the first time, and when it is judged. */
export const firstMs = Date.UTC(2026, 2, 1, 6)
export const nowMs = Date.UTC(2026, 5, 1, 12)

/** When the version of its policy that holds was published. */
export const publishedMs = Date.UTC(2026, 2, 15, 9)

/** A time in which somebody works in the organization. */
export interface EmploymentPeriod {
  /** Days, as times at midnight UTC. */
  readonly startMs: number
  /** The last day. */
  readonly endMs: number | undefined
  /** Id of the record in the personnel system. */
  readonly record: string
}

/** Somebody as they really are, whatever records say of them. */
export interface Human {
  readonly number: number
  readonly name: string
  readonly kind: 'employee' | 'contractor'
  readonly employments: readonly EmploymentPeriod[]
  /** In order; each holds until the next. */
  readonly addresses: readonly { readonly fromMs: number; readonly address: string }[]
  readonly alias: string | undefined
  /** Hours from UTC at which their days end. */
  readonly zone: number
  /** Days after the end when the personnel system removes them. */
  readonly forgottenAfterDays: number | undefined
}

/** An account on one system, and what really happens to it. */
export interface HistoryAccount {
  readonly id: string
  readonly system: number
  readonly kind: 'person' | 'guest' | 'service' | 'shared'
  /** Whose it is; of a service or mailbox who answers for it. */
  readonly human: Human | undefined
  readonly name: string
  readonly createdMs: number
  /** When somebody suspended it. */
  readonly suspendedMs: number | undefined
  readonly usesAlias: boolean
  /** Nobody told the system of a new name. */
  readonly keepsAddress: boolean
  readonly isAdministrator: boolean
  readonly hasFactor: boolean
  /** Used every day from the first to the last of these times; undefined: never. */
  readonly uses: { readonly fromMs: number; readonly untilMs: number } | undefined
}

/** A laptop that somebody was given. Afterwards it waits for the next one, or is not returned. */
export interface HistoryDevice {
  readonly id: string
  readonly human: Human | undefined
  readonly issuedMs: number
  readonly returnedMs: number | undefined
  readonly keepsAddress: boolean
}

/** One course that somebody was asked to take. */
export interface HistoryTraining {
  readonly id: string
  readonly human: Human
  readonly assignedMs: number
  readonly completedMs: number | undefined
}

/** All that really happened in an organization. */
export interface OrganizationHistory {
  readonly humans: readonly Human[]
  readonly accounts: readonly HistoryAccount[]
  readonly devices: readonly HistoryDevice[]
  readonly trainings: readonly HistoryTraining[]
  /** Whether the training system forgets who left, and follows people when they are renamed. */
  readonly isTrainingTidy: boolean
  /** Whether the identity provider is a source of people, beside the personnel system. */
  readonly hasProviderPeople: boolean
}

/** The systems with accounts: the first is the identity provider, 1 and 2 know people by it alone. */
export const systemCount = 12

/** When somebody acknowledged the policy; undefined: they did not. They do so at work, and one of five forgets it. */
export function readAcknowledgedMs(human: Human): number | undefined {
  const { number } = human
  if (number % 5 === 3) return undefined
  const employment = human.employments.find(
    ({ endMs }) => endMs === undefined || endMs > publishedMs + (number % 7) * dayMs,
  )
  if (!employment) return undefined
  const atMs = Math.max(publishedMs, employment.startMs + dayMs) + (number % 7) * dayMs
  return isWorking(human, atMs) ? atMs : undefined
}

/** When somebody left for good: the end of their last day where they are. */
export function readLeftMs({ employments, zone }: Human): number | undefined {
  const endMs = employments.at(-1)?.endMs
  return endMs === undefined ? undefined : endMs + dayMs - zone * 3_600_000
}

/** Whether somebody worked here at a time, by the days where they are. */
export function isWorking({ employments, zone }: Human, atMs: number): boolean {
  const localMs = atMs + zone * 3_600_000
  return employments.some(
    ({ startMs, endMs }) => startMs <= localMs && (endMs === undefined || localMs < endMs + dayMs),
  )
}

export function readAddress({ addresses }: Human, atMs: number): string {
  return addresses.findLast(({ fromMs }) => fromMs <= atMs)?.address ?? ''
}
