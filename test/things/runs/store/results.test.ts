import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import type { CheckHead } from '../../../../src/define/index.ts'
import { openStore } from '../../../../src/things/all-stores/open-store.ts'
import { createTempFolder } from '../../../setup/temp-folder.ts'
import { endRun } from '../../all-stores/kept-runs.ts'
import { addOrganizations, createConnection, createCredentials } from '../../all-stores/records.ts'

test('listKept() reads runs with more checks than a statement takes parameters', async () => {
  const file = join(createTempFolder(), 'checks.db')
  const store = await addOrganizations(await openStore(`sqlite:${file}`))
  onTestFinished(() => store.close())
  await store.connections.insert(createConnection('c1'), createCredentials())
  await endRun(store, { id: 'r1', atMs: 1_000, checks: { mfa: { results: [['ada', 'pass']] } } })
  const ids = Array.from({ length: 33_000 }, (_, index) => `check-${index}`)
  writeChecks(file, [...ids, 'mfa'])

  const found: string[] = []
  for await (const run of store.runs.listRecorded([...ids, 'mfa'].map((checkId) => ({ runId: 'r1', checkId }))))
    for (const { id } of run.head.checks)
      for await (const { resource } of run.results(id)) found.push(`${id} ${resource.id}`)

  expect(found).toEqual(['mfa ada'])
})

/** Gives the only run the checks, of which the last one alone has a result. */
function writeChecks(file: string, ids: readonly string[]): void {
  const database = new DatabaseSync(file)
  const head = JSON.parse(String(database.prepare('select head from result_sets').get()?.head))
  const [check]: CheckHead[] = head.checks
  const places = ids.map((id, index) => [id, { from: index - ids.length + 1, count: 1 }])
  database
    .prepare('update result_sets set head = ?, places = ?')
    .run(
      JSON.stringify({ ...head, checks: ids.map((id) => ({ ...check, id })) }),
      JSON.stringify(Object.fromEntries(places)),
    )
  database.close()
}
