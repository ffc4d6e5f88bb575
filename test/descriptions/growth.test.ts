import { expect, test } from 'vitest'
import { openDescribedApi } from '../../src/data/described/described-api.ts'
import { parseDescription } from '../../src/descriptions/parse-description.ts'
import { linearMax, measureGrowth } from '../setup/growth.ts'

const head = 'openapi: 3.0.0\ninfo: { title: x, version: "1" }\npaths: {}\n'
const lines = (count: number, write: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => write(n)).join('')

test.each<[string, (count: number) => string]>([
  ['keys of one map', (count) => `${head}x:\n${lines(count, (n) => `  k${n}: 1\n`)}`],
  ['keys of one map within braces', (count) => `${head}x: { ${lines(count, (n) => `k${n}: 1, `)} }`],
  ['items of one list', (count) => `${head}x:\n${lines(count, (n) => `  - ${n}\n`)}`],
  ['lines of one text', (count) => `${head}x: |\n${lines(count, (n) => `  word ${n}\n`)}`],
  ['lines of one text that are joined', (count) => `${head}x: >\n${lines(count, (n) => `  word ${n}\n`)}`],
  ['comments', (count) => `${head}${lines(count, (n) => `# word ${n}\n`)}`],
  ['escapes', (count) => `${head}x: "${'\\x41'.repeat(count)}"`],
  ['quotes', (count) => `${head}x: '${"''".repeat(count)}'`],
  ['anchors', (count) => `${head}x:\n${lines(count, (n) => `  - &a${n} 1\n`)}`],
  ['maps of maps', (count) => `${head}x:\n${lines(count, (n) => `  k${n}: { a: { b: 1 } }\n`)}`],
])('parseDescription() reads YAML with many %s in linear time', async (_what, make) => {
  const read = (text: string) => {
    try {
      parseDescription('api.yaml', text)
    } catch {
      // Refused, which is as good an end as any.
    }
  }

  const { ratio } = await measureGrowth(make, read, 2_000)

  expect(ratio).toBeLessThan(linearMax)
})

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const end = { type: 'object', properties: { id: { type: 'string' } } }

test.each<[string, (next: object) => object]>([
  ['alternatives', (next) => ({ anyOf: [next, next] })],
  ['alternatives of which one holds', (next) => ({ oneOf: [next, next, next] })],
  ['parts', (next) => ({ allOf: [next, next] })],
  ['members', (next) => ({ type: 'object', properties: { a: next, b: next } })],
  ['items and members', (next) => ({ type: 'array', items: { type: 'object', properties: { a: next, b: next } } })],
  [
    'alternatives beside members',
    (next) => ({ properties: { a: next }, anyOf: [next, { type: 'object', properties: { b: next } }] }),
  ],
])(
  'the shape of an answer whose schemas name the next one several times as %s is worked out once each',
  (_what, write) => {
    const depth = 30
    const schemas = Object.fromEntries(
      Array.from({ length: depth + 1 }, (_, n) => [`S${n}`, n === depth ? end : write(ref(`S${n + 1}`))]),
    )
    const content = { 'application/json': { schema: ref('S0') } }
    const text = JSON.stringify({
      openapi: '3.0.0',
      info: { title: 'x', version: '1' },
      servers: [{ url: 'https://api.acme.example' }],
      paths: { '/settings': { get: { responses: { 200: { description: 'x', content } } } } },
      components: { schemas },
    })

    const api = openDescribedApi(parseDescription('api.json', text), 'https://api.acme.example')

    // Each of the ways to the last schema would be one of 2^30.
    expect(api.find('GET', '/settings')).toHaveProperty('shape')
  },
)
