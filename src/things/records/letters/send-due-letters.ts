import { randomUUID } from 'node:crypto'
import { normalizeDomain } from '../../../define/index.ts'
import type { Thing } from '../../../service/fields/define-thing.ts'
import type { ThingFields } from '../../../service/fields/field.ts'
import type { Attempt } from '../../../service/notices/delivery.ts'
import { listAllRecords } from '../../declared/services/list-all-records.ts'
import type { ThingRecord } from '../../declared/services/thing-service.ts'
import type { ServiceOf } from '../../declared/services/thing-services.ts'
import type { Letters, LinkLetter } from '../../mail-addresses/letters.ts'
import { attemptMs } from '../../notices/send.ts'
import type { Uses } from '../../parts/runtime-parts.ts'

export type DueLetterParts = Uses<'leases', 'clock' | 'options' | 'closing'> & {
  readonly serviceOf: ServiceOf
  readonly publicUrl: string
  readonly letters: Pick<Letters, 'sendLink'> | undefined
}

/** A letter to a record that waits for it, and what notes that it was sent. */
export interface DueLetter {
  readonly letter: LinkLetter
  noteLetter(): Promise<unknown>
}

/** The turn of one organization. */
export interface LetterTurn {
  readonly organizationId: string
  /**
   * Sends the letters of records in a state, as many as there are in a turn. What gets none for now holds up no other. Without a mail server
   * it does nothing.
   * @param compose undefined: this one gets none for now
   */
  sendEach<Of extends ThingFields, Settled extends ThingFields, State extends string>(
    thing: Thing<Of, Settled, State>,
    state: NoInfer<State>,
    compose: (record: ThingRecord<Of & Settled>) => Promise<DueLetter | undefined>,
  ): Promise<void>
  /** Does something whose failure holds up nothing else. */
  attempt(work: () => Promise<void>): Promise<void>
}

/** Letters of an organization that are sent one after the other, before others get their turn. */
export const lettersAtOnce = 50

/** Long enough for all letters of a turn to a server that answers slowly. */
const leaseMs = 2 * lettersAtOnce * attemptMs

/**
 * Sends the letters that are due, in one process.
 * @param lease its name: what somebody else sends at the same time is left out
 * @throws what failed first, after all others had their turn
 */
export async function sendDueLetters(
  parts: DueLetterParts,
  lease: string,
  organizationIds: readonly string[],
  take: (turn: LetterTurn) => Promise<void>,
): Promise<void> {
  const { store, clock, closing } = parts
  const owner = randomUUID()
  if (organizationIds.length === 0) return
  if (!(await store.leases.acquire(lease, owner, leaseMs, clock.nowMs()))) return
  const failures: unknown[] = []
  const attempt = (work: () => Promise<void>) => work().catch((error: unknown) => void failures.push(error))
  try {
    for (const organizationId of organizationIds) {
      if (closing.aborted) return
      const turn: LetterTurn = {
        organizationId,
        attempt,
        sendEach: (thing, state, compose) =>
          attempt(() => sendEach(parts, { organizationId, thing, state, attempt }, compose)),
      }
      await take(turn)
    }
  } finally {
    await store.leases.release(lease, owner)
  }
  if (failures.length > 0) throw failures[0]
}

interface DueRecords<Of extends ThingFields, Settled extends ThingFields, State extends string>
  extends Pick<LetterTurn, 'organizationId' | 'attempt'> {
  readonly thing: Thing<Of, Settled, State>
  readonly state: State
}

async function sendEach<Of extends ThingFields, Settled extends ThingFields, State extends string>(
  parts: DueLetterParts,
  { organizationId, thing, state, attempt }: DueRecords<Of, Settled, State>,
  compose: (record: ThingRecord<Of & Settled>) => Promise<DueLetter | undefined>,
): Promise<void> {
  const { letters, closing } = parts
  if (letters === undefined) return
  const service = parts.serviceOf(thing)
  let tried = 0
  for await (const records of listAllRecords({ list: (page) => service.list({ ...page, organizationId, state }) }))
    for (const record of records) {
      if (tried >= lettersAtOnce || closing.aborted) return
      await attempt(async () => {
        const due = await compose(record)
        if (due === undefined || !isAllowedAddress(parts, due.letter.to)) return
        tried++
        const signal = AbortSignal.any([closing, AbortSignal.timeout(attemptMs)])
        if (isDone(await letters.sendLink(due.letter, signal))) await due.noteLetter()
      })
    }
}

/** Whether the operator lets organizations write to its domain. */
export function isAllowedAddress({ options }: Pick<DueLetterParts, 'options'>, email: string): boolean {
  const domain = normalizeDomain(email.slice(email.lastIndexOf('@') + 1))
  return options.mail?.domains?.some((each) => normalizeDomain(each) === domain) ?? true
}

/** Also if the server takes no letter for the address: it would take none the next time either. */
function isDone({ isDelivered, isFinal }: Attempt): boolean {
  return isDelivered || isFinal === true
}
