import { expect, test } from 'vitest'
import { canChangeFindings } from '../../../src/checks/findings/can-change-findings.ts'
import type { CheckHead } from '../../../src/define/index.ts'

const ended = (status: string, code?: string) =>
  ({ status, error: code === undefined ? undefined : { code } }) as unknown as CheckHead

test('canChangeFindings() believes a check that ended with a verdict', () => {
  for (const status of ['pass', 'fail', 'manual', 'not_applicable']) expect(canChangeFindings(ended(status))).toBe(true)
})

test('canChangeFindings() believes no check that could not tell, unless it named the resources', () => {
  expect(canChangeFindings(ended('error', 'HTTP_PERMISSION_DENIED'))).toBe(false)
  expect(canChangeFindings(ended('error'))).toBe(false)
  expect(canChangeFindings(ended('error', 'CHECK_UNDECIDED'))).toBe(true)
})
