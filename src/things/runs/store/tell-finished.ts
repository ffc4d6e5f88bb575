import type { Kysely } from 'kysely'
import type { Schema } from '../../../service/store/sql/tables.ts'
import { nameConnectionForNotice } from '../../connections/store/tell-connection.ts'
import { findListeners } from '../../notices/store/tell.ts'
import type { EndedRun, RunAudience } from './run-ended.ts'

export async function findAudience(
  tx: Kysely<Schema>,
  { organizationId, connectionId }: Pick<EndedRun, 'organizationId' | 'connectionId'>,
): Promise<RunAudience | undefined> {
  const listeners = await findListeners(tx, organizationId)
  if (listeners === undefined) return undefined
  const details = listeners.wantDetails ? await nameConnectionForNotice(tx, connectionId) : undefined
  return { listeners, details }
}

/** Tells that a run has ended, after what it has changed. */
export async function tellFinished({
  runId,
  organizationId,
  connectionId,
  connectorId: connector,
  finishedAtMs: atMs,
  head,
  audience,
}: EndedRun): Promise<void> {
  const { listeners, details } = (await audience) ?? {}
  const { status, scoped = false, summary } = head
  const data = { runId, connectionId, connector, status, scoped, results: { ...summary.results } }
  await listeners?.tell([{ type: 'run.finished', organizationId, connectionId, atMs, data, details }])
}
