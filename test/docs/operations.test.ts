import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { metricsByName } from '../../src/service/telemetry/metrics.ts'

const page = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8')

test('docs/operations.md lists every metric as the code has it, and no other', () => {
  const [, below = ''] = page.split('<!-- metrics:')
  const told = below.split('\n').filter((line) => line.startsWith('| `'))

  const metrics = Object.entries(metricsByName).map(([name, { kind, unit, attributes, description }]) => {
    const named = attributes.map((attribute) => `\`${attribute}\``).join(', ')
    return `| \`${name}\` | ${kind} | \`${unit}\` | ${named} | ${description} |`
  })
  expect(told.slice(0, metrics.length)).toEqual(metrics)
  expect(told.slice(metrics.length).filter((line) => line.split('|').length === 7)).toEqual([])
})
