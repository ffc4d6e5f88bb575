import { type InventoryKind, listMemberWords, parseTime, type RecordHead } from '../../define/index.ts'
import type { JudgeContext } from './question.ts'

const dayMs = 86_400_000

/** Yes, no, or unknown. A value of another type is nobody's answer. */
export function readFlag(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined
}

/** A word of a member that every record has. Another word, and none, is `unknown`. */
export function readWord(of: InventoryKind, member: string, value: unknown): string {
  return listMemberWords(of)[member]?.find((word) => word === value) ?? 'unknown'
}

/**
 * A time in epoch ms, null where the vendor says that there is none, undefined where nobody knows.
 * @param now for a time that has been: one that is more than a day ahead is none
 */
export function readTime(value: unknown, now?: Date): number | null | undefined {
  if (value === null) return null
  if (typeof value !== 'string') return undefined
  try {
    const timeMs = parseTime(value)
    return now !== undefined && timeMs > now.getTime() + dayMs ? undefined : timeMs
  } catch {
    return undefined
  }
}

/** Whole days from a time to the start of the run, never less than 0. */
export function countDays(timeMs: number, now: Date): number {
  return Math.max(0, Math.floor((now.getTime() - timeMs) / dayMs))
}

export function addDays(now: Date, days: number): number {
  return now.getTime() + days * dayMs
}

/** The number that a variable holds. Without one nothing passes. */
export function readLimit({ variables }: JudgeContext, id: string): number {
  const value = variables[id]
  return typeof value === 'number' ? value : Number.NaN
}

/** As people call a record. */
export function nameRecord({ id, name }: RecordHead): string {
  return name ?? id
}

/** Members with their values, without those that the vendor does not tell, and without facts that nobody asked for. */
export function pickEvidence<R extends RecordHead>(record: R, members: readonly (keyof R & string)[]): object {
  const known = { ...record } as Readonly<Record<string, unknown>>
  return Object.fromEntries(
    members.filter((member) => known[member] !== undefined).map((member) => [member, known[member]]),
  )
}

const questionsByMember: Readonly<Record<string, string>> = {
  kind: 'what kind it is',
  status: 'whether it is active',
  email: 'which e-mail address it has',
  roles: 'which roles it has',
  administrator: 'whether it is an administrator',
  secondFactor: 'whether it has a second factor',
  singleSignOnOnly: 'whether it can sign in by a password',
  createdAt: 'when it was created',
  lastActiveAt: 'when it was last active',
  lastUsedAt: 'when it was last used',
  lastSeenAt: 'when it was last seen',
  expiresAt: 'when it expires',
  active: 'whether it is active',
  diskEncrypted: 'whether its disk is encrypted',
  screenLock: 'whether it locks its screen',
  managed: 'whether it is managed',
  severity: 'how severe it is',
  openedAt: 'when it was found',
  dueAt: 'when it is due',
  completedAt: 'whether it was completed',
}

/** Why a member of a record is not known, by the record itself where it says so. */
export function explainUnknown(record: RecordHead, member: string, { vendor }: JudgeContext): string {
  const reason = record.unknown?.[member]
  return typeof reason === 'string' && reason !== ''
    ? reason
    : `${vendor} does not say ${questionsByMember[member] ?? member} (${nameRecord(record)}).`
}
