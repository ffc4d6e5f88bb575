import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openQueryViews, queryViews } from '../../../src/app/query/query-views.ts'
import { runQuery } from '../../../src/app/query/run-query.ts'
import { loadSampleConnectors, openSample } from '../../../src/app/sample/open-sample.ts'
import { company } from '../../../src/app/sample/world/company.ts'
import { frameworkIds, loadFramework } from '../../../src/checks/controls/frameworks/shipped-frameworks.ts'
import { formatDay } from '../../../src/text/calendar-day.ts'
import { createRuntime } from '../../../src/things/runtime/create-runtime.ts'
import type { Runtime } from '../../../src/things/runtime/runtime.ts'
import { createFolder } from '../command.ts'

const page = readFileSync('docs/query.md', 'utf8')

/** Each question of the page, with its query. */
const questions = [...page.matchAll(/^### (\d+\. .+)\n\n```sql\n([\s\S]*?)```/gm)].map(
  ([, question = '', sql = '']) => [question, sql] as const,
)

/** Questions about what the sample does not have. */
const unanswered: readonly string[] = ['15. Which accounts belong to nobody whom the directory knows?']

let runtime: Runtime

beforeAll(async () => {
  const place = await openSample(join(createFolder(), 'sample'), () => {})
  const connectors = await loadSampleConnectors()
  runtime = await createRuntime({ ...place, connectors, publicUrl: 'http://127.0.0.1:3000', worker: false })
}, 120_000)

afterAll(() => runtime.close())

async function ask(sql: string, asOfMs?: number) {
  const loaded = await Promise.all(frameworkIds.map(loadFramework))
  const frameworks = loaded.filter((framework) => framework !== undefined)
  return runQuery(sql, await openQueryViews({ runtime, organizationId: company.slug, asOfMs, frameworks }))
}

describe('docs/query.md', () => {
  test('has every view with its columns, and twenty questions', () => {
    const tables = Object.entries(queryViews).map(([view, { description, columns }]) => {
      const rows = Object.entries(columns).map(
        ([column, { type, description: means }]) => `| \`${column}\` | ${type} | ${means} |`,
      )
      return `### ${view}\n\n${description}\n\n| column | type | means |\n| --- | --- | --- |\n${rows.join('\n')}\n`
    })

    expect(page).toContain(tables.join('\n'))
    expect(questions.map(([question]) => Number.parseInt(question, 10))).toEqual(
      Array.from({ length: 20 }, (_, at) => at + 1),
    )
  })

  test.each(questions)('%s The sample organization has an answer', async (question, sql) => {
    const { columns, rows } = await ask(sql)

    expect(columns.length).toBeGreaterThan(0)
    expect([question, rows.length > 0]).toEqual([question, !unanswered.includes(question)])
  })

  test('a question of an earlier day is answered by the state of that day', async () => {
    const open = "select count(*) from findings where state <> 'resolved'"
    const [now, earlier] = [await ask(open), await ask(open, Date.now() - 80 * 86_400_000)]
    const newest = await ask('select max(requested_at) from runs', Date.now() - 80 * 86_400_000)

    expect(Number(earlier.rows[0]?.[0])).toBeGreaterThan(Number(now.rows[0]?.[0]))
    expect(String(newest.rows[0]?.[0]) < formatDay(Date.now() - 79 * 86_400_000)).toBe(true)
  })
})
