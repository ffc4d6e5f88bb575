import { expect, test } from 'vitest'
import { makeKeyText } from '../../src/service/store/keys/parse-keys.ts'
import { describePostgres, queryPostgres, testPostgres } from '../setup/postgres.ts'
import { runCheckwright } from './command.ts'

describePostgres('checkwright --store postgres://…', () => {
  test('takes the password from PGPASSWORD, and keeps in the database what it is told', async () => {
    const url = await testPostgres()
    const store = Object.assign(new URL(url), { password: '' }).href
    const env = { PGPASSWORD: new URL(url).password, CHECKWRIGHT_KEYS: makeKeyText() }

    const made = await runCheckwright(['api-key', 'create', '--store', store, '--json'], { env })

    const { id, key } = JSON.parse(made.stdout)
    expect(made.exitCode).toBe(0)
    expect(key).toContain(id)
    expect(await queryPostgres(url, 'select id, organization_id from api_keys')).toEqual([
      { id, organization_id: 'default' },
    ])
  })

  test('ends with 3 for a wrong password, and shows none', async () => {
    const store = Object.assign(new URL(await testPostgres()), { password: 'hunter2' }).href

    const { exitCode, stdout, stderr } = await runCheckwright(['connections', '--store', store])

    expect(exitCode).toBe(3)
    expect(stderr).toMatch(/refuses the user or the password/)
    expect(`${stdout}${stderr}`).not.toMatch(/hunter2|postgres:\/\//)
  })
})
