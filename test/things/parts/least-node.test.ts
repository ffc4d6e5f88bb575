import { expect, test } from 'vitest'
import { demandNode, isNodeEnough } from '../../../src/things/parts/least-node.ts'

test.each([
  ['20.19.4', false],
  ['22.18.9', false],
  ['22.19.0', true],
  ['24.0.0', true],
])('isNodeEnough() of Node.js %s is %s', (version, isEnough) => {
  expect(isNodeEnough(version)).toBe(isEnough)
})

test('demandNode() says which Node.js it takes, and which this is', () => {
  expect(() => demandNode('20.19.4')).toThrow('needs Node.js 22.19 or newer, and this is 20.19.4')
  expect(() => demandNode()).not.toThrow()
})
