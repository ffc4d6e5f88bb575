import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { connectors } from '../../../../connectors/index.ts'
import { loadStatements } from '../../../../src/checks/controls/statements/statement.ts'
import { bindStatements } from '../../../../src/define/index.ts'

interface Reading {
  readonly check: string
  readonly statement: string
  readonly verdict: 'shown' | 'other statement' | 'not shown' | 'sentence'
  readonly shows?: string
  readonly because?: string
}

const { drawn, readings }: { readonly drawn: number; readonly readings: readonly Reading[] } = JSON.parse(
  readFileSync('frameworks/second-reading.json', 'utf8'),
)

test('each drawn pair of a check and a statement was read a second time, and wrong ones were mended', async () => {
  const statements = await loadStatements()
  const loaded = await Promise.all(Object.values(connectors).map((load) => load()))
  const named = new Map<string, readonly string[]>(
    loaded.flatMap(({ id, checks }) =>
      checks.map((check) => [`${id}/${check.id}`, Object.keys(bindStatements(check.states) ?? {})] as const),
    ),
  )

  expect(new Set(readings.map(({ check, statement }) => `${check} ${statement}`)).size).toBe(drawn)
  for (const { check, statement, verdict, shows, because } of readings) {
    expect(statements.has(shows ?? statement), statement).toBe(true)
    const now = named.get(check)
    // A check may be gone since.
    if (now === undefined) continue
    const isRight = verdict === 'shown' || verdict === 'sentence'
    expect([check, statement, now.includes(statement)]).toEqual([check, statement, isRight])
    if (verdict === 'other statement') expect(now, check).toContain(shows)
    if (verdict !== 'shown') expect(because, check).toMatch(/\.$/)
  }
})
