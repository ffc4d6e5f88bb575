import type { ConnectionRecord, FirstCredentials } from '../../auth/connection-store.ts'
import type { AnyConnector } from '../../define/index.ts'
import { requireFound, type Uses } from '../parts/runtime-parts.ts'
import type { AsksVendor } from './ask-vendor.ts'
import { type Connection, changeState, noteEvidence } from './connection-state.ts'
import { type ConnectionTest, testConnection } from './connection-test.ts'

/** A first test, and the connection if it was kept. */
export interface ConnectAttempt {
  readonly connection: Connection | undefined
  readonly test: ConnectionTest
}

/**
 * Keeps a new connection until it is proven: nothing runs it before. One that a process leaves behind when it ends expires,
 * because nobody would prove it any more.
 */
export async function insertUnproven(
  { store }: Uses<'connections'>,
  record: ConnectionRecord,
  credentials: FirstCredentials,
): Promise<void> {
  await store.connections.insert({ ...record, state: 'pending' }, credentials)
}

/**
 * The first test of a connection, however it was made. One that works becomes `active`. One that does not is deleted with its
 * credentials. If the vendor has trouble, that is no refusal: the connection stays, as `error`, and the first test or run that
 * the vendor answers decides.
 * @param undo what else to do for one that is not kept, before its credentials are gone
 */
export async function proveConnection(
  parts: AsksVendor,
  connector: AnyConnector,
  id: string,
  undo: (record: ConnectionRecord) => Promise<void> = async () => {},
): Promise<ConnectAttempt> {
  const { store } = parts
  const load = async () => requireFound(await store.connections.find(id), 'connection of that id')
  const record = await load()
  const discard = async () => {
    await undo(record)
    await store.connections.discard(id)
  }
  // Asked as the connection that it becomes, because a pending one sends nothing.
  const tested = await testConnection(parts, connector, { ...record, state: 'active' }).catch(
    async (error: unknown) => {
      await discard()
      throw error
    },
  )
  const { evidence: _evidence, ...test } = tested
  if (!test.ok && !test.undecided) {
    await discard()
    return { connection: undefined, test }
  }
  const { name } = connector.definition
  const connection = await changeState(parts, load, (now) => {
    // A pause that a person set meanwhile stays.
    if (now.state !== 'pending') return undefined
    if (test.ok) return { state: 'active' }
    const why = `Nobody knows yet whether the credentials work, because ${name} had trouble. Test them again.`
    return { state: 'error', stateReason: test.message === undefined ? why : `${why} ${test.message}` }
  })
  return { connection, test }
}

/** A test of a connection that is kept in any case. Its state follows what the vendor answers. */
export async function testStoredConnection(
  parts: AsksVendor,
  connector: AnyConnector,
  record: ConnectionRecord,
): Promise<ConnectionTest> {
  const { evidence, ...test } = await testConnection(parts, connector, record)
  await noteEvidence(parts, connector, record, evidence)
  return test
}

/** The outcome of an attempt for the audit log. */
export function chooseAttemptStatus({ connection }: ConnectAttempt): number {
  return connection === undefined ? 409 : 200
}
