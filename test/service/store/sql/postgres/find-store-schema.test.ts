import { expect, onTestFinished, test } from 'vitest'
import { inspectStore } from '../../../../../src/things/all-stores/inspect-store.ts'
import { openStore } from '../../../../../src/things/all-stores/open-store.ts'
import { describePostgres, emptyPostgres, queryPostgres } from '../../../../setup/postgres.ts'
import { addOrganizations } from '../../../../things/all-stores/records.ts'

async function open(url: string) {
  const store = await openStore(url)
  onTestFinished(() => store.close())
  return store
}

/** Schemas that have tables of a store. */
async function listSchemas(url: string): Promise<readonly string[]> {
  const rows = await queryPostgres(url, `select schemaname from pg_tables where tablename = 'runs' order by 1`)
  return rows.map(({ schemaname }) => schemaname)
}

/** A role of its own, whose search path is PostgreSQL's default: a schema of its name, then public. */
async function createRole(url: string, name: string): Promise<string> {
  await queryPostgres(url, `create role ${name} login password 'x'; grant all on schema public to ${name}`)
  await queryPostgres(url, `grant create on database ${new URL(url).pathname.slice(1)} to ${name}`)
  onTestFinished(async () => {
    await queryPostgres(url, `drop owned by ${name} cascade; drop role ${name}`)
  })
  return Object.assign(new URL(url), { username: name, password: 'x' }).href
}

describePostgres('openPostgresStore() without a schema in its URL', () => {
  test('stays on its store when a schema is made that comes first in the search path, also on new connections', async () => {
    const url = await createRole(await emptyPostgres(), 'schema_owner')
    const running = await addOrganizations(await open(`${url}?pool_size=5`))

    await queryPostgres(url, 'create schema authorization schema_owner')
    const again = await open(url)
    const found = await Promise.all(Array.from({ length: 5 }, () => running.organizations.find('acme')))

    expect(found.every((each) => each?.id === 'acme')).toBe(true)
    expect(await again.organizations.find('acme')).toMatchObject({ id: 'acme' })
    expect(await listSchemas(url)).toEqual(['public'])
    const inspection = await inspectStore(url)
    onTestFinished(() => inspection.close())
    expect(inspection.version).toBe(inspection.newestVersion)
  })

  test('makes a new store in the first schema of the search path', async () => {
    const url = await createRole(await emptyPostgres(), 'schema_first')
    await queryPostgres(url, 'create schema authorization schema_first')

    await open(url)

    expect(await listSchemas(url)).toEqual(['schema_first'])
  })

  test('refuses two stores of the search path, and opens the one that the URL names', async () => {
    const url = await createRole(await emptyPostgres(), 'schema_two')
    await open(`${url}?schema=public`)
    await open(`${url}?schema=schema_two`)

    await expect(openStore(url)).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
      message: expect.stringMatching(/two stores .* "schema_two" and "public".*\?schema=schema_two or \?schema=public/),
    })
    await expect(inspectStore(url)).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' })
    await open(`${url}?schema=public`)
  })

  test('makes no second store beside one that another role has in a schema of its own', async () => {
    const admin = await emptyPostgres()
    const url = await createRole(admin, 'schema_other')
    await open(`${url}?schema=schema_other`)

    await expect(openStore(admin)).rejects.toMatchObject({
      message: expect.stringMatching(/a store in the schema "schema_other", .*\?schema=schema_other.*\?schema=public/),
    })
    expect(await listSchemas(admin)).toEqual(['schema_other'])
  })

  test('says that the search path has no schema', async () => {
    const url = await createRole(await emptyPostgres(), 'schema_none')
    await queryPostgres(url, 'alter role schema_none set search_path to nowhere')

    await expect(openStore(url)).rejects.toMatchObject({ message: expect.stringContaining('?schema=checkwright') })
  })
})
