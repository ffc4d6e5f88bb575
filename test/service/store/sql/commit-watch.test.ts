import { describe, expect, onTestFinished, test } from 'vitest'
import { StoreError } from '../../../../src/errors/index.ts'
import { runWatchingCommits } from '../../../../src/service/store/sql/commit-watch.ts'
import { openStore } from '../../../../src/things/all-stores/open-store.ts'
import { describePostgres, testPostgres } from '../../../setup/postgres.ts'
import { addOrganizations, createConnection, createCredentials } from '../../../things/all-stores/records.ts'

const reservation = {
  organizationId: 'acme',
  actor: 'user:ada',
  key: 'k',
  digest: 'd',
  status: null,
  answer: null,
  expiresAtMs: 9,
}

/** What comes of it if the store is lost after this work. */
async function loseAfter(work: () => Promise<unknown>): Promise<unknown> {
  return runWatchingCommits(async () => {
    await work()
    throw new StoreError('The store is away.', { code: 'STORE_UNAVAILABLE', retryable: true })
  }).catch((error: unknown) => error)
}

describe('runWatchingCommits() on SQLite', () => saysWhatMayBeStored(async () => 'memory:'))
describePostgres('runWatchingCommits() on PostgreSQL', () => saysWhatMayBeStored(testPostgres))

function saysWhatMayBeStored(findUrl: () => Promise<string>): void {
  const open = async () => {
    const store = await addOrganizations(await openStore(await findUrl()))
    onTestFinished(() => store.close())
    return store
  }

  test('says that a part may be stored, after a transaction, a statement, and one shared with others', async () => {
    const { connections, idempotency } = await open()

    const errors = [
      await loseAfter(() => connections.insert(createConnection('c1'), createCredentials())),
      await loseAfter(() => connections.update('c1', { name: 'One' }, 1)),
      await loseAfter(() => idempotency.reserve(reservation, 1)),
      await loseAfter(() => runWatchingCommits(() => idempotency.release(reservation))),
    ]

    for (const error of errors) expect(error).toMatchObject({ mayBeStored: true, retryable: true })
  })

  test('leaves the error as it is after nothing, a read, and the changes of others', async () => {
    const { connections, idempotency } = await open()
    const work = Promise.withResolvers<void>()

    const beside = loseAfter(() => work.promise)
    await idempotency.reserve(reservation, 1)
    await connections.insert(createConnection('c1'), createCredentials())
    work.resolve()
    const errors = [
      await beside,
      await loseAfter(() => connections.list({ organizationId: 'acme' })),
      await loseAfter(() => connections.update('missing', { name: 'One' }, 1)),
      await loseAfter(() => connections.insert(createConnection('c1'), createCredentials()).catch(() => undefined)),
    ]

    for (const error of errors) expect(error).toMatchObject({ message: 'The store is away.', mayBeStored: false })
  })
}
