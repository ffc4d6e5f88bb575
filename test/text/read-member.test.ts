import { expect, test } from 'vitest'
import { readMember } from '../../src/text/read-member.ts'

test.each([
  ['a', { a: 1 }, 1],
  ['a.b.c', { a: { b: { c: null } } }, null],
  ['list.1.id', { list: [{ id: 'x' }, { id: 'y' }] }, 'y'],
  ['a.b', { a: 'text' }, undefined],
  ['a.b', {}, undefined],
  ['a', null, undefined],
  ['a', 'text', undefined],
  ['constructor', {}, undefined],
  ['__proto__.x', {}, undefined],
  ['length', [1], 1],
  ['@odata.nextLink', { '@odata.nextLink': 'u' }, 'u'],
  ['page.@odata.nextLink', { page: { '@odata.nextLink': 'u' } }, 'u'],
])('readMember() finds %s', (path, value, expected) => {
  expect(readMember(value, path)).toBe(expected)
})
