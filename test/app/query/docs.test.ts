import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { queryViews } from '../../../src/app/query/query-views.ts'
import { questions } from './documented-questions.ts'

const page = readFileSync('docs/query.md', 'utf8')

test('docs/query.md has every view with its columns, and twenty questions', () => {
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
