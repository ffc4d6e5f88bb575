import { describe, expect, test } from 'vitest'
import * as options from '../../../../src/things/commands/options/parse-option.ts'

const parseRunTime = options.parseDuration(options.runUnitsMs, 'seconds, minutes or hours')

describe('an option', () => {
  test.each([
    ['a port', options.parsePort, '1', 1],
    ['a port', options.parsePort, '65535', 65_535],
    ['any port', options.parsePortOrAny, '0', 0],
    ['a number', options.parseWhole, '0', 0],
    ['a time', parseRunTime, '90s', 90_000],
    ['a time', parseRunTime, '2h', 7_200_000],
  ])('takes %s: %o %s', (_, parse, text, value) => {
    expect(parse(text)).toBe(value)
  })

  test.each([
    ['a port', options.parsePort, '0'],
    ['a port', options.parsePort, '65536'],
    ['a port', options.parsePort, ''],
    ['a port', options.parsePort, '80.5'],
    ['a port', options.parsePort, '0x50'],
    ['a port', options.parsePort, '1e3'],
    ['a port', options.parsePort, ' 80 '],
    ['any port', options.parsePortOrAny, ''],
    ['any port', options.parsePortOrAny, '00'],
    ['a number', options.parseWhole, '-1'],
    ['a number', options.parseWhole, '1e3'],
    ['a number above 0', options.parseAtLeastOne, '0'],
    ['a time', parseRunTime, '0s'],
    ['a time', parseRunTime, '10'],
    ['a time', parseRunTime, '1d'],
    ['a time', parseRunTime, '-5m'],
    ['a time', parseRunTime, '1.5h'],
    ['a day', options.parseDate, '2026-02-30'],
    ['a day', options.parseDate, '2026-13-01'],
    ['a day', options.parseDate, '01/02/2027'],
    ['a day', options.parseDate, 'tomorrow'],
    ['a day', options.parseDate, '2027-01-31 nonsense'],
  ])('refuses what is not %s: %o %j', (_, parse, text) => {
    expect(() => parse(text)).toThrow(/^It must be /)
  })

  test('takes a day, and a day with a time', () => {
    expect(options.parseDate('2027-01-31').toISOString()).toBe('2027-01-31T00:00:00.000Z')
    expect(options.parseDate('2027-01-31T12:00:00Z').toISOString()).toBe('2027-01-31T12:00:00.000Z')
  })

  test('collects quotas by name, the last of a name counts, and refuses names that every object has', () => {
    const one = options.parseQuota('storedBytes=100')

    expect(options.parseQuota('storedBytes=5', one)).toEqual({ storedBytes: 5 })
    for (const text of ['constructor=1', '__proto__=1', 'storedBytes=0', 'storedBytes=1e3', 'storedBytes', '=1'])
      expect(() => options.parseQuota(text)).toThrow(/^It must be name=number/)
  })

  test('takes the id of a connection, or an organization with a connector', () => {
    const id = '0b9a3b52-0b5c-4b52-8a52-9f0b5c4b528a'

    expect(options.parseConnectionChoice('acme/github', [id])).toEqual([id, 'acme/github'])
    for (const text of ['github', 'acme/', '/github', 'acme/git hub', 'a/b/c', `${id}x`, '../github/x'])
      expect(() => options.parseConnectionChoice(text)).toThrow(/^It must be the id of a connection/)
  })
})
