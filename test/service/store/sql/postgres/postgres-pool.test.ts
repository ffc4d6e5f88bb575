import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { inspect } from 'node:util'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { openStore } from '../../../../../src/things/all-stores/open-store.ts'
import { createSelfSigned } from '../../../../http/adversarial/servers.ts'
import { describePostgres, queryPostgres } from '../../../../setup/postgres.ts'
import { type PostgresServer, startPostgres } from '../../../../setup/postgres-server.ts'
import { isSoak } from '../../../../setup/short-form.ts'
import { createTempFolder } from '../../../../setup/temp-folder.ts'
import { addOrganizations, createConnection, createCredentials } from '../../../../things/all-stores/records.ts'

const awayMs = isSoak ? 10_000 : 1_000

/** A server of its own, for tests that stop it, use up its connections, and connect by TLS. */
describePostgres('openPostgresStore() on a server in trouble', () => {
  const identity = createSelfSigned('ours')
  let server: PostgresServer
  beforeAll(async () => {
    server = await startPostgres({ max_connections: '10' }, identity)
  })
  afterAll(() => server?.remove())
  const open = async (parameters = '') => {
    const store = await openStore(`${server.url}?schema=checkwright${parameters}`)
    onTestFinished(() => store.close())
    return store
  }

  test('fails, retryable, while the server is away, and works again when it is back: nothing acknowledged is lost', async () => {
    const store = await addOrganizations(await open())
    await store.connections.insert(createConnection('c0'), createCredentials())
    const acknowledged: string[] = ['c0']
    const failures: unknown[] = []
    let isOver = false
    const writer = async (name: string) => {
      for (let index = 0; !isOver; index++) {
        const id = `${name}-${index}`
        await store.connections.insert(createConnection(id), createCredentials()).then(
          () => acknowledged.push(id),
          (error: unknown) => failures.push(error),
        )
        await sleep(5)
      }
    }
    const writers = ['a', 'b', 'c'].map(writer)

    await sleep(200)
    await server.stop()
    await sleep(awayMs)
    const whileAway = acknowledged.length
    await server.start()
    await expect.poll(() => acknowledged.length, { timeout: 10_000 }).toBeGreaterThan(whileAway + 10)
    isOver = true
    await Promise.all(writers)

    expect(failures.length).toBeGreaterThan(10)
    for (const failure of failures) {
      expect(failure).toMatchObject({ name: 'StoreError', code: 'STORE_UNAVAILABLE', retryable: true })
      expect(inspect(failure, { depth: 9, showHidden: true })).not.toMatch(/p4ss-w0rd|sealed-1|postgres:\/\//)
    }
    const kept = await store.connections.list({ organizationId: 'acme' })
    const ids = new Set(kept.map(({ id }) => id))
    expect(acknowledged.filter((id) => !ids.has(id))).toEqual([])
    for (const { id } of kept) expect(await store.connections.credentials(id)).toEqual(createCredentials())
  })

  test('says that the server takes no more connections, retryable, and finds one when others are gone', async () => {
    const crowd = await Promise.all(Array.from({ length: 8 }, () => open('&pool_size=1')))
    // Each has a connection, which it keeps for 10 s after its last use: eight of ten.
    const pools = Array.from({ length: 6 }, () => open('&pool_size=1'))

    const opened = await Promise.allSettled(pools)

    const refused = opened.filter((outcome) => outcome.status === 'rejected').map(({ reason }) => reason)
    expect(refused.length).toBeGreaterThan(0)
    for (const reason of refused) {
      expect(reason).toMatchObject({ retryable: true, message: expect.stringContaining('accepts no more connections') })
    }
    await Promise.all(crowd.map((store) => store.close()))
    // The server ends its side of a closed connection a moment later.
    const store = await vi.waitFor(() => open(), { timeout: 10_000 })
    expect(await store.organizations.list()).toHaveLength(2)
  })

  test('outlives its idle connections, which the server may end whenever it likes', async () => {
    const store = await open()
    await Promise.all(Array.from({ length: 5 }, () => store.organizations.list()))

    await queryPostgres(
      server.url,
      'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and application_name = $1',
      ['checkwright'],
    )
    await sleep(100)

    expect(await store.organizations.list()).toHaveLength(2)
  })

  test.each([
    ['require', '', true],
    ['verify-full', 'ours', true],
    ['verify-ca', 'ours', true],
    ['verify-full', '', false],
    ['verify-full', 'theirs', false],
    ['verify-ca', 'theirs', false],
    ['require', 'theirs', false],
  ])('sslmode=%s with the authority "%s": connects %s', async (mode, authority, connects) => {
    const file = join(createTempFolder(), 'ca.pem')
    mkdirSync(join(file, '..'), { recursive: true })
    writeFileSync(file, authority === 'ours' ? identity.cert : createSelfSigned('theirs').cert)
    const parameters = `&sslmode=${mode}${authority === '' ? '' : `&sslrootcert=${encodeURIComponent(file)}`}`

    const encrypted = open(parameters).then(() =>
      queryPostgres(
        server.url,
        "select ssl from pg_stat_ssl join pg_stat_activity using (pid) where application_name = 'checkwright' order by backend_start desc limit 1",
      ),
    )

    if (connects) await expect(encrypted).resolves.toEqual([{ ssl: true }])
    else
      await expect(encrypted).rejects.toMatchObject({
        code: 'STORE_UNAVAILABLE',
        retryable: false,
        message: expect.stringMatching(/The TLS certificate of PostgreSQL database .* is not trusted/),
      })
  })

  // 127.0.0.2 is this machine on Linux alone.
  test.skipIf(process.platform !== 'linux')(
    'sslmode=verify-full wants the name of the host in the certificate, verify-ca does not (needs Linux)',
    async () => {
      const file = join(createTempFolder(), 'ca.pem')
      writeFileSync(file, identity.cert)
      const parameters = (mode: string) => `&sslmode=${mode}&sslrootcert=${encodeURIComponent(file)}`
      const byOtherName = (mode: string) =>
        openStore(`${server.url.replace('127.0.0.1', '127.0.0.2')}?schema=checkwright${parameters(mode)}`)

      await expect(byOtherName('verify-full')).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' })
      await (await byOtherName('verify-ca')).close()
    },
  )

  test('names a certificate file that cannot be read, and a server without TLS', async () => {
    const plain = await startPostgres()
    onTestFinished(() => plain.remove())

    await expect(open('&sslmode=require&sslrootcert=/nowhere/ca.pem')).rejects.toMatchObject({
      message: expect.stringContaining('/nowhere/ca.pem'),
    })
    await expect(openStore(`${plain.url}?sslmode=require`)).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
      message: expect.stringContaining('does not support TLS'),
    })
  })
})
