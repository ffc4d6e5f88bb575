import { hash } from 'node:crypto'
import * as z from 'zod/mini'
import { holdLease } from '../../../auth/lease.ts'
import { CheckwrightError } from '../../../errors/index.ts'
import type { Attempt, NextDelivery } from '../../../service/notices/delivery.ts'
import { openVendorClient } from '../../../service/notices/vendor-client.ts'
import { openSecret } from '../../declared/services/secrets.ts'
import { toFailedAttempt } from '../../notices/failed-attempt.ts'
import type { AuditLog } from '../../parts/audit-log.ts'
import type { Uses } from '../../parts/runtime-parts.ts'
import { stillMay } from '../../people/still-may.ts'
import { destination } from '../thing.ts'
import type { PlannedRequest } from '../vendors/destination-vendor.ts'
import { type ComposeParts, composePush, type DestinationRow, readSettings } from './compose-push.ts'

export type PushParts = ComposeParts &
  Uses<'things' | 'findings' | 'users' | 'memberships' | 'leases', 'vault' | 'transport' | 'clock'> & {
    readonly log: Pick<AuditLog, 'recordMade'>
  }

const Token = z.object({ access_token: z.string().check(z.regex(/^[\x21-\x7e]{1,4000}$/)) })

/** Pushes a list to its destination. What cannot be pushed is no failure of the network: it is kept with the destination, and not tried again. */
export async function pushList(
  parts: PushParts,
  { id: delivery, attempts, notice, webhook }: Pick<NextDelivery, 'id' | 'attempts' | 'notice' | 'webhook'>,
  signal: AbortSignal,
): Promise<Attempt> {
  const { organizationId } = notice
  const rows = parts.store.things.of(destination).of(organizationId)
  const found = await rows.find(webhook.id)
  const done: Attempt = { isDelivered: true, status: null, problem: null, isGone: false }
  if (found === undefined) return { ...done, isDelivered: false, isGone: true }
  const row = found as DestinationRow
  try {
    const plan = await composePush(parts, row, `checkwright-${delivery}-${attempts}`)
    if (plan.problems.length > 0) {
      await note(parts, row, { failure: plan.problems.join('\n') })
      return { ...done, isDelivered: false, isFinal: true, problem: 'RECORD_INVALID' }
    }
    await send(parts, row, plan.requests, `checkwright-${delivery}-${attempts}`, signal)
    await note(parts, row, { failure: null, pushed: plan.records, pushedAtMs: parts.clock.nowMs() })
    await parts.log.recordMade({ organizationId, action: 'destination.push' }, { status: 200, target: row.id })
    return done
  } catch (error) {
    if (signal.aborted) throw error
    const attempt = toFailedAttempt(error)
    await note(parts, row, { failure: error instanceof CheckwrightError ? error.message : attempt.problem }).catch(
      () => undefined,
    )
    return attempt
  }
}

/**
 * Sends the requests in order, with one token. An application of Vanta has one live token: another one ends it, so that pushes of one
 * application come one after the other in all processes.
 */
async function send(
  parts: PushParts,
  row: DestinationRow,
  requests: readonly PlannedRequest[],
  push: string,
  signal: AbortSignal,
): Promise<void> {
  const { store, clock } = parts
  const { organizationId, createdBy: userId } = row
  if (!(await stillMay(store, { organizationId, userId }, 'findings:read', 'webhooks:write')))
    throw new CheckwrightError('The person who added the destination may no longer set where lists go.', {
      code: 'API_FORBIDDEN',
    })
  const secret = await openSecret(parts, row, 'secret')
  const { vendor, settings } = readSettings(row)
  const { clientId } = settings
  if (secret === undefined || (vendor.planToken && clientId === null))
    throw new CheckwrightError('The destination has no credentials.', { code: 'CREDENTIAL_MISSING' })
  const open = (headers: Readonly<Record<string, string>>) =>
    openVendorClient(parts, { origin: vendor.readOrigin(settings), headers, organizationId, signal })
  const name = `push:${hash('sha256', `${row.values.vendor} ${clientId ?? secret}`, 'hex')}`
  await holdLease(store.leases, clock, name, async () => {
    const planned = vendor.planToken?.(clientId ?? '', secret)
    const token = planned ? (await open({})(planned, Token)).access_token : secret
    const ask = open({ authorization: `Bearer ${token}` })
    try {
      for (const request of requests) {
        const refusal = vendor.findRefusal(await ask(request, z.unknown()))
        if (refusal !== undefined) throw new CheckwrightError(refusal, { code: 'RECORD_INVALID' })
      }
    } catch (error) {
      const cancel = vendor.planCancel?.(settings, push)
      // Nobody sees an open session; what is left of it is theirs to forget.
      if (cancel && !signal.aborted) await ask(cancel, z.unknown()).catch(() => undefined)
      throw error
    }
  })
}

async function note(
  { store, clock }: PushParts,
  { id, organizationId }: DestinationRow,
  changes: Partial<Pick<DestinationRow['values'], 'failure' | 'pushed' | 'pushedAtMs'>>,
): Promise<void> {
  const rows = store.things.of(destination).of(organizationId)
  const row = await rows.find(id)
  if (row === undefined) return
  const failure = changes.failure?.slice(0, 500).toWellFormed() ?? null
  if (failure === row.values.failure && changes.pushedAtMs === undefined) return
  const values = { ...row.values, ...changes, failure }
  const changedAtMs = Math.max(clock.nowMs(), row.changedAtMs + 1)
  await rows.write({ changed: [{ id, seenAtMs: row.changedAtMs, values, changedAtMs, changedBy: null }] })
}
