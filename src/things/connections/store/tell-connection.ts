import type { Kysely } from 'kysely'
import type { ConnectionRecord, ConnectionState } from '../../../auth/connection-store.ts'
import type { NoticeData } from '../../../service/notices/notice.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'
import { omitUndefined } from '../../../text/omit-undefined.ts'
import { findListeners } from '../../notices/store/tell.ts'
import { findStateCause } from './state-cause.ts'

const broken: readonly ConnectionState[] = ['needs_reauth', 'error']

/** Tells that a connection needs a person, or works again. In the transaction of the change. */
export async function tellConnection(
  tx: Kysely<Schema>,
  before: ConnectionState,
  record: ConnectionRecord,
): Promise<void> {
  const { id: connectionId, organizationId, connectorId: connector, state, name, updatedAtMs: atMs } = record
  // While it is being made, a person sees its state.
  const isBreaking = before !== 'pending' && broken.includes(state) && !broken.includes(before)
  const isMended = state === 'active' && broken.includes(before)
  if (!isBreaking && !isMended) return
  const listeners = await findListeners(tx, organizationId)
  await listeners?.tell([
    {
      type: isBreaking ? 'connection.needs_reauth' : 'connection.recovered',
      organizationId,
      connectionId,
      atMs,
      data: omitUndefined({ connectionId, connector, state, cause: findStateCause(record) }),
      details: listeners.wantDetails ? { connectionName: name } : undefined,
    },
  ])
}

/** The name that people gave the connection. */
export async function nameConnectionForNotice(tx: Kysely<Schema>, connectionId: string): Promise<NoticeData> {
  const row = await tx.selectFrom('connections').select('name').where('id', '=', connectionId).executeTakeFirst()
  return { connectionName: row?.name ?? null }
}
