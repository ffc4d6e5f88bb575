import { expect, test } from 'vitest'
import { readConnector } from '../../../src/data/read-connector.ts'
import { keepRun } from '../../../src/things/runs/run-checks.ts'

/** The last of 2,001 texts, and so long that a comparison with all of them takes more than the budget of a record. */
const name = 'x'.repeat(64_000)
const record = {
  id: 'a',
  name,
  forbidden: [...Array.from({ length: 2_000 }, (_, n) => `${'x'.repeat(n % 7)}${n}`), name],
  allowed: Array.from({ length: 2_000 }, (_, n) => `a${n}`),
  tags: Array.from({ length: 150_000 }, (_, n) => `t${n % 75_000}`),
}

/** Each is false of this record, in whatever way it is asked. */
const falsehoods = [
  '!(item.name in item.forbidden)',
  '!(item.name in item.forbidden) || false',
  '(item.name in item.forbidden) ? false : true',
  '!item.forbidden.exists(each, each == item.name)',
  'item.forbidden.all(each, each != item.name)',
  'item.forbidden.all(each, !each.contains(item.name))',
  'item.forbidden.all(each, !(item.name in [each]))',
  'size(item.forbidden.filter(each, each == item.name)) == 0',
  '!item.forbidden.exists_one(each, each == item.name)',
  'item.forbidden.map(each, each == item.name).all(same, !same)',
  'size(distinct(item.tags)) == size(item.tags)',
  'size(distinct(item.forbidden)) < 2001',
]

test.each(falsehoods)('a record that uses up its budget never passes by %s', async (pass) => {
  const connector = readConnector(
    'acme.yaml',
    new TextEncoder().encode(
      JSON.stringify({
        checkwright: 'connector/v1',
        id: 'acme',
        name: 'Acme',
        version: '1.0.0',
        baseUrl: 'https://api.acme.example',
        auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
        checks: [
          {
            id: 'each',
            title: 'Nothing is forbidden',
            list: { path: '/things', items: 'data', next: 'none' },
            resource: { type: 'thing', id: 'item.id' },
            pass,
            fail: { title: 'It is', remediation: 'Mend it.' },
          },
        ],
      }),
    ),
  )
  const body = JSON.stringify({ data: [record] })
  const fetch = async () => new Response(body, { headers: { 'content-type': 'application/json' } })

  await using run = await keepRun(connector, { credentials: { api_key: 'k3y-0123456789abcdef' }, fetch })

  expect(run.head.summary.results.pass).toBe(0)
  expect(['error', 'fail']).toContain(run.head.checks[0]?.status)
})
