import { expect, test } from 'vitest'
import { describeItem, describeVendor, text } from './corpus/describe-vendor.ts'
import { importSmall } from './corpus/make-small.ts'

test('an item with a login is called by that, and not by the name of its person', () => {
  const nameOf = (properties: object) =>
    importSmall({ situation: '', openapi: describeVendor({ items: describeItem(properties) }), expected: {} }).checks[0]
      ?.request.endpoint.members.label?.name

  expect(nameOf({ id: text, name: text, username: text, mfa_enabled: { type: 'boolean' } })).toBe('username')
  expect(nameOf({ id: text, name: text, email: text })).toBe('name')
})
