import { allowsEverything, measureGrant } from 'checkwright'
import { describe, expect, test } from 'vitest'

const allow = { Effect: 'Allow', Action: '*', Resource: '*' }
const grant = (statement: object) => measureGrant({ Version: '2012-10-17', Statement: statement })

describe('measureGrant()', () => {
  test.each([
    ...['*', '**', '?*', '*?', 'arn:*', 'arn:**', 'arn:aws:*', 'arn:aws:**', 'arn:*:*', 'arn:*:*:*', 'arn:aws:*:*'],
    ...[
      'arn:aws:*:*:*:*',
      'arn:*:*:*:*:*',
      'arn:aws*:*:*:*:*',
      'arn:aws:?*:*:*:?*',
      'arn:aws-cn:*:*:*:*',
      'arn:aws-us-gov:*',
    ],
    ...[['*'], ['arn:aws:s3:::bucket', '*'], ['arn:aws:*:*::*', 'arn:aws:*:*:?*:*'], '*:*', 'a*', '*:*:*:*:*:*'],
  ])('says that all actions on %j are everything', (Resource) => {
    expect(grant({ ...allow, Resource })).toBe('everything')
  })

  test.each(['*', '**', '*:*', '?*', '?*:*', '*:?*', '*?:**', ['*'], ['s3:*', '*:*']])(
    'says that %j on all resources is everything',
    (Action) => {
      expect(grant({ ...allow, Action })).toBe('everything')
      expect(
        grant([
          { Effect: 'Allow', Action: 's3:Get*', Resource: '*' },
          { ...allow, Action },
        ]),
      ).toBe('everything')
    },
  )

  test.each([
    ...[
      { Action: 's3:*' },
      { Action: 'iam:*' },
      { Action: '*:Get*' },
      { Action: '?:*' },
      { Action: [] },
      { Action: '' },
    ],
    ...[
      { Resource: 'arn:aws:s3:::*' },
      { Resource: 'arn:aws:*:eu-west-1:*:*' },
      { Resource: 'arn:aws:iam::123456789012:*' },
    ],
    ...[
      { Resource: 'arn:aws:*:*:*:?' },
      { Resource: 'ARN:*' },
      { Resource: `\${*}` },
      { Resource: 'arn:aws:*:*:*:*/*' },
      { Resource: [] },
    ],
    // All but everything is nothing.
    ...[
      { Action: undefined, NotAction: '*' },
      { Resource: undefined, NotResource: 'arn:aws:*:*:*:*' },
    ],
    { Effect: 'Deny' },
  ])('says that it is limited by %j', (change) => {
    expect(grant({ ...allow, ...change })).toBe('limited')
  })

  test.each([
    { Condition: { Bool: { 'aws:MultiFactorAuthPresent': 'true' } } },
    { Action: undefined, NotAction: 'iam:*' },
    { Action: undefined, NotAction: ['iam:*', 'organizations:*'] },
    { Resource: undefined, NotResource: 'arn:aws:s3:::logs' },
    { Resource: 'arn:aws:*:*:123456789012:*' },
    { Resource: 'arn:aws:*:*:????????????:*' },
  ])('says that %j is an exception', (change) => {
    expect(grant({ ...allow, ...change })).toBe('everything with exceptions')
    expect(allowsEverything({ Statement: { ...allow, ...change } })).toBeUndefined()
  })

  test('says that a statement which denies is an exception', () => {
    expect(grant([allow, { Effect: 'Deny', Action: 'iam:*', Resource: '*' }])).toBe('everything with exceptions')
  })

  test.each([
    ...[undefined, null, '', 'x', '[]', 1, {}, [], { Statement: 'x' }, { Statement: [null] }, { Statement: {} }],
    ...[{ Effect: 'allow' }, { Effect: undefined }, { Effect: 'Audit' }].map((change) => ({
      Statement: { ...allow, ...change },
    })),
    ...[{ Action: undefined }, { Resource: undefined }, { Action: 1 }, { Action: [1] }, { NotAction: 'x' }].map(
      (change) => ({
        Statement: { ...allow, ...change },
      }),
    ),
    { Statement: { ...allow, Condition: 'x' } },
    { Statement: { ...allow, Action: Array(1_001).fill('s3:Get') } },
    { Statement: [allow, { Effect: 'allow', Action: '*', Resource: '*' }] },
    ' '.repeat(100_001),
  ])('does not know %j', (policy) => {
    expect(measureGrant(policy)).toBeUndefined()
    expect(allowsEverything(policy)).toBeUndefined()
  })

  test('reads a policy of JSON', () => {
    expect(measureGrant(JSON.stringify({ Statement: allow }))).toBe('everything')
    expect(measureGrant(JSON.stringify({ Statement: [] }))).toBe('limited')
  })

  test('takes no longer for patterns that match almost everything', () => {
    const Resource = Array.from({ length: 1_000 }, (_, index) => `arn:aws:${'*'.repeat(index % 90)}?*:*:*:*x`)
    const startMs = performance.now()

    expect(grant({ ...allow, Resource })).toBe('limited')
    expect(performance.now() - startMs).toBeLessThan(5_000)
  })
})

test('allowsEverything() is true of everything and false of less', () => {
  expect(allowsEverything({ Statement: allow })).toBe(true)
  expect(allowsEverything({ Statement: { ...allow, Action: 's3:*' } })).toBe(false)
})
