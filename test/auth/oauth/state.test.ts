import { expect, test } from 'vitest'
import { createBinding, readFlowKey, readReturnTo, toFlowKey } from '../../../src/auth/oauth/state.ts'
import { createSecret } from '../../../src/auth/secret.ts'

test('createBinding() begins with the key of its flow, has 162 bits of its own, and differs every time', () => {
  const state = createSecret()

  const bindings = Array.from({ length: 100 }, () => createBinding(state))

  expect(new Set(bindings.map(readFlowKey))).toEqual(new Set([toFlowKey(state)]))
  expect(new Set(bindings.map((binding) => binding.slice(16))).size).toBe(100)
  for (const binding of bindings) expect(binding).toMatch(/^[A-Za-z0-9_-]{43}$/)
  expect(state).not.toContain(toFlowKey(state))
})

test('a binding carries where the person returns to, unless a cookie could not hold it', () => {
  const state = createSecret()
  const carried = createBinding(state, '/connections?new=ä')
  const long = createBinding(state, `/${'x'.repeat(1_024)}`)

  expect([carried, long].map(readFlowKey)).toEqual(Array(2).fill(toFlowKey(state)))
  expect([carried, long, createBinding(state)].map(readReturnTo)).toEqual(['/connections?new=ä', undefined, undefined])
  expect(carried).toMatch(/^[\w-]{43}\.[\w-]+$/)
})
