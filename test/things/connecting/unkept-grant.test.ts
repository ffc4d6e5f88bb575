import { expect, test } from 'vitest'
import { authorizeHeadlessly } from '../../../src/author/testing/index.ts'
import { describePostgres, queryPostgres, testPostgres } from '../../setup/postgres.ts'
import { startTokenGate } from '../runtime/token-gate.ts'
import { connect, openAcmeRuntime, startTestServers } from '../runtime/world.ts'

/** A store that refuses to change connections or credentials, as PostgreSQL itself tells it. */
async function openRefusable() {
  const store = await testPostgres()
  const tables = ['connections', 'credentials'] as const
  return {
    store,
    /** @param state SQLSTATE */
    refuse: async (state: 'disk_full' | 'cannot_connect_now') => {
      await queryPostgres(
        store,
        `create or replace function refuse() returns trigger language plpgsql as
        $$ begin raise exception 'refused' using errcode = '${state}'; end $$`,
      )
      for (const table of tables)
        await queryPostgres(
          store,
          `create trigger refused before insert or update on ${table} execute function refuse()`,
        )
    },
    take: async () => {
      for (const table of tables) await queryPostgres(store, `drop trigger refused on ${table}`)
    },
  }
}

async function openWorld() {
  const world = await startTestServers()
  const gate = await startTokenGate(world.urls.tokenUrl)
  const refusable = await openRefusable()
  const { runtime, lines } = await openAcmeRuntime(world, { store: refusable.store, config: { tokenUrl: gate.url } })
  const granted: string[] = []
  /** What happens after the vendor has granted, and before this program knows. */
  const atGrant: { run: () => Promise<void> | void } = { run: () => undefined }
  gate.after = async (reply) => {
    granted.push((JSON.parse(reply) as { readonly access_token: string }).access_token)
    await atGrant.run()
  }
  const come = async () => {
    const { url, binding } = await runtime.oauth.start({ connector: 'acme', organizationId: 'acme' })
    return runtime.oauth.connect({ url: await authorizeHeadlessly(url), binding })
  }
  const countAlive = async () => {
    const alive = await Promise.all(granted.map((token) => world.oauth.verifyAccessToken(token)))
    return alive.filter((facts) => facts !== undefined).length
  }
  return { world, gate, refusable, runtime, lines, atGrant, come, countAlive }
}

describePostgres('a grant that the store cannot keep', () => {
  test('is revoked: nobody has its tokens', async () => {
    const { refusable, runtime, atGrant, come, countAlive } = await openWorld()
    atGrant.run = () => refusable.refuse('disk_full')

    const outcome = await come().catch((error: unknown) => error)

    expect(outcome).toMatchObject({ code: 'STORE_UNAVAILABLE' })
    expect(await countAlive()).toBe(0)
    expect(await runtime.connections.list({ organizationId: 'acme' })).toEqual([])
  })

  test('is kept if the store is back in a moment, though the code is used up', async () => {
    const { gate, refusable, runtime, atGrant, come, countAlive } = await openWorld()
    let back: Promise<void> | undefined
    atGrant.run = async () => {
      await refusable.refuse('cannot_connect_now')
      back = new Promise((resolve) => setTimeout(resolve, 400)).then(refusable.take)
    }

    const { connection, test } = await come()
    await back

    expect([connection?.state, test.ok]).toEqual(['active', true])
    expect(await runtime.connections.list({ organizationId: 'acme' })).toHaveLength(1)
    expect([await countAlive(), gate.asked]).toEqual([1, ['authorization_code']])
  })

  test('is revoked if the store is lost while the vendor is asked for a proof', async () => {
    const { world, refusable, come, countAlive } = await openWorld()
    let isLost = false
    world.accept(async (token) => {
      if (!isLost) await refusable.refuse('disk_full')
      isLost = true
      return world.oauth.verifyAccessToken(token)
    })

    const outcome = await come().catch((error: unknown) => error)

    expect(outcome).toMatchObject({ code: 'STORE_UNAVAILABLE' })
    expect(await countAlive()).toBe(0)
  })

  test('for a connection that exists is not revoked: some vendors end the earlier one with it', async () => {
    const { refusable, runtime, atGrant, countAlive } = await openWorld()
    const { id: connectionId } = await connect(runtime)
    atGrant.run = () => refusable.refuse('disk_full')

    const outcome = await connect(runtime, { connectionId }).catch((error: unknown) => error)
    await refusable.take()

    expect(outcome).toMatchObject({ code: 'STORE_UNAVAILABLE' })
    expect(await countAlive()).toBe(2)
    expect(await runtime.connections.test(connectionId)).toEqual({ ok: true })
  })
})
