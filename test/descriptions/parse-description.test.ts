import { expect, test } from 'vitest'
import { parseDescription } from '../../src/descriptions/parse-description.ts'

const head = 'openapi: 3.0.0\ninfo: { title: x, version: "1" }\n'

test('parseDescription() refuses YAML in which one map has a name twice, by that name', () => {
  expect(() => parseDescription('acme.yaml', `${head}paths: {}\npaths: {}\n`)).toThrow(
    'acme.yaml is no YAML: "paths" is twice in one map.',
  )
})

test('parseDescription() reads a map with many names in a time that grows with their number', () => {
  const names = Array.from({ length: 60_000 }, (_, n) => `  n${n}: 1\n`).join('')
  const startedMs = performance.now()

  parseDescription('acme.yaml', `${head}paths: {}\nx-names:\n${names}`)

  // To compare each with all before it takes minutes.
  expect(performance.now() - startedMs).toBeLessThan(20_000)
})
