import { expect, test } from 'vitest'
import { readSarifResult, readSarifRules } from '../../../src/received/formats/sarif-results.ts'

const rules = readSarifRules({
  driver: {
    rules: [
      { id: 'scored', properties: { 'security-severity': '9.8' } },
      { id: 'leveled', defaultConfiguration: { level: 'note' } },
      { id: 'both', defaultConfiguration: { level: 'note' }, properties: { 'security-severity': 7.5 } },
      { id: 'strange', defaultConfiguration: { level: 'constructor' }, properties: { 'security-severity': '98' } },
    ],
  },
  extensions: [{ rules: [{ id: 'extended', shortDescription: { text: 'Of an extension' } }] }],
})

test.each([
  [{ ruleId: 'scored' }, 'critical'],
  [{ ruleId: 'leveled' }, 'low'],
  [{ ruleId: 'both' }, 'high'],
  [{ ruleId: 'leveled', level: 'error' }, 'high'],
  [{ ruleId: 'scored', level: 'note' }, 'low'],
  [{ ruleId: 'scored', level: 'error' }, 'critical'],
  [{ ruleId: 'scored', level: 'note', properties: { 'security-severity': '5.0' } }, 'medium'],
  [{ ruleId: 'scored', properties: { 'security-severity': '11' } }, 'critical'],
  [{ ruleId: 'scored', kind: 'pass', level: 'none' }, 'critical'],
  [{ ruleId: 'unknown', kind: 'pass', level: 'none' }, 'info'],
  [{ ruleId: 'unknown', level: 'warning' }, 'medium'],
  [{ ruleId: 'unknown', level: 'constructor' }, undefined],
  [{ ruleId: 'strange' }, undefined],
])('readSarifResult() of %j takes its own score, its own level, and then its rule: %s', (result, severity) => {
  expect(readSarifResult(result, rules).severity).toBe(severity)
})

test.each([
  [{ ruleIndex: 1 }, 'leveled'],
  [{ rule: { index: 0 } }, 'scored'],
  [{ ruleIndex: 4 }, 'extended'],
  [{}, ''],
])('readSarifResult() of %j finds the rule "%s"', (result, ruleId) => {
  expect(readSarifResult(result, rules).ruleId).toBe(ruleId)
})

test('readSarifResult() takes a result for suppressed only if somebody has accepted it', () => {
  const isSuppressed = (status?: string) =>
    readSarifResult({ suppressions: [{ kind: 'external', status }] }, rules).isSuppressed

  expect([undefined, 'accepted', 'rejected', 'underReview'].map(isSuppressed)).toEqual([true, true, false, false])
})
