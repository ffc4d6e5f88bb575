import { expect, test } from 'vitest'
import { formatFrameworkTitle } from '../../../../src/checks/controls/frameworks/format-framework-title.ts'

test.each([
  ['ISO/IEC 27002', '2022', 'ISO/IEC 27002, 2022'],
  ['The Cybersecurity Framework 2.0', '2.0 (2024-02-26)', 'The Cybersecurity Framework 2.0 (2024-02-26)'],
  ['The Cybersecurity Framework 12.0', '2.0', 'The Cybersecurity Framework 12.0, 2.0'],
  ['Our own', undefined, 'Our own'],
])('the title %s and the version %s are %s', (title, version, expected) => {
  expect(formatFrameworkTitle({ title, version })).toBe(expected)
})
