import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { listMemberForms, listMemberWords } from '../../src/define/index.ts'
import { allQuestions } from '../../src/questions/all-questions.ts'
import { countRuns } from '../setup/count-runs.ts'
import { type AnyQuestion, daysAgo, judge, recordQuestions, statusOf, words } from './judged.ts'

/** Values that are no answer, whatever is asked. */
const noFlag = [undefined, null, 'true', 1, 0, '', {}, []]
const noTime = [undefined, '', 'yesterday', 1_777_888_800, 1_777_888_800_000, '0001-01-01T00:00:00Z', '2026-05-04', {}]
const farAhead = daysAgo(-30)

type Row = readonly [record: object, status: string, variables?: object]

/** What each record comes to, by question. Whole days count: a limit of 90 passes on the 90th day. */
const table: Readonly<Record<string, readonly Row[]>> = {
  secondFactor: [
    [{ secondFactor: true }, 'pass'],
    [{ secondFactor: false }, 'fail'],
    ...noFlag.map((secondFactor): Row => [{ secondFactor }, 'undecided']),
    [{ secondFactor: false, singleSignOnOnly: true }, 'fail'],
    [{ secondFactor: false, singleSignOnOnly: true }, 'pass', { accept_single_sign_on: true }],
    [{ secondFactor: false, singleSignOnOnly: false }, 'fail', { accept_single_sign_on: true }],
    ...noFlag.map(
      (singleSignOnOnly): Row => [
        { secondFactor: false, singleSignOnOnly },
        'undecided',
        { accept_single_sign_on: true },
      ],
    ),
    [{ secondFactor: false, singleSignOnOnly: true }, 'fail', { accept_single_sign_on: 'yes' }],
  ],
  staleAccounts: [
    [{ lastActiveAt: daysAgo(0), createdAt: daysAgo(900) }, 'pass'],
    [{ lastActiveAt: daysAgo(90.9), createdAt: undefined }, 'pass'],
    [{ lastActiveAt: daysAgo(91), createdAt: undefined }, 'fail'],
    [{ lastActiveAt: daysAgo(91), createdAt: daysAgo(1) }, 'fail'],
    [{ lastActiveAt: null, createdAt: daysAgo(90) }, 'pass'],
    [{ lastActiveAt: null, createdAt: daysAgo(91) }, 'fail'],
    [{ lastActiveAt: null, createdAt: null }, 'undecided'],
    [{ lastActiveAt: daysAgo(-0.9), createdAt: undefined }, 'pass'],
    ...[...noTime, farAhead].flatMap((bad): Row[] => [
      [{ lastActiveAt: bad, createdAt: daysAgo(1) }, 'undecided'],
      [{ lastActiveAt: null, createdAt: bad }, 'undecided'],
    ]),
    [{ lastActiveAt: daysAgo(10) }, 'fail', { max_idle_days: 9 }],
    [{ lastActiveAt: daysAgo(10) }, 'fail', { max_idle_days: undefined }],
  ],
  invitationsPending: [
    [{ status: 'active', createdAt: daysAgo(900) }, 'notApplicable'],
    [{ status: 'invited', createdAt: daysAgo(30) }, 'pass'],
    [{ status: 'invited', createdAt: daysAgo(31) }, 'fail'],
    [{ status: 'unknown', createdAt: daysAgo(30) }, 'pass'],
    [{ status: 'unknown', createdAt: daysAgo(31) }, 'undecided'],
    [{ status: 'Invited', createdAt: daysAgo(31) }, 'undecided'],
    [{ status: 'suspended', createdAt: daysAgo(900) }, 'notApplicable'],
    [{ status: 'deleted', createdAt: daysAgo(900) }, 'none'],
    ...[undefined, null, true, 7].map((status): Row => [{ status, createdAt: daysAgo(31) }, 'undecided']),
    ...[...noTime, farAhead, null].map((createdAt): Row => [{ status: 'invited', createdAt }, 'undecided']),
  ],
  knownDomains: [
    [{ email: 'ada@acme.example' }, 'pass'],
    [{ email: 'Ada@ACME.example' }, 'pass'],
    [{ email: '"a@b"@acme.example' }, 'pass'],
    [{ email: 'ada@eu.acme.example' }, 'fail'],
    [{ email: 'ada@acme.example.evil.example' }, 'fail'],
    [{ email: 'ada@notacme.example' }, 'fail'],
    [{ email: 'ada@bücher.example' }, 'pass', { domains: ['xn--bcher-kva.example'] }],
    [{ email: null }, 'manual'],
    ...[undefined, '', 'ada', '@acme.example', 'ada@', 'ada@acme', 7, {}].map((email): Row => [{ email }, 'undecided']),
    [{ email: 'ada@acme.example', kind: 'guest' }, 'notApplicable'],
    [{ email: 'ada@acme.example' }, 'undecided', { domains: [] }],
    [{ email: 'ada@acme.example' }, 'undecided', { domains: undefined }],
  ],
  guestsReviewed: [
    [{ kind: 'guest' }, 'manual'],
    [{ kind: 'person' }, 'notApplicable'],
    [{ kind: 'shared' }, 'notApplicable'],
    [{ kind: 'service' }, 'notApplicable'],
    ...['unknown', 'Guest', undefined, null, true].map((kind): Row => [{ kind }, 'undecided']),
    [{ kind: 'guest' }, 'pass', { reviewed_guests: 'Bob, ada' }],
    [{ kind: 'guest', name: undefined }, 'pass', { reviewed_guests: ' R1 ' }],
    [{ kind: 'person' }, 'notApplicable', { reviewed_guests: 'Ada' }],
    [{ kind: 'unknown' }, 'undecided', { reviewed_guests: 'Ada' }],
    ...['', 'Adam', 'A da', 'r1', undefined, null, 7, ['Ada'], { ada: true }].map(
      (reviewed_guests): Row => [{ kind: 'guest' }, 'manual', { reviewed_guests }],
    ),
    [{ kind: 'guest', name: '' }, 'manual', { reviewed_guests: ', ,' }],
  ],
  serviceAccountsKnown: [
    [{ kind: 'service' }, 'manual'],
    [{ kind: 'person' }, 'notApplicable'],
    [{ kind: 'guest' }, 'notApplicable'],
    [{ kind: 'shared' }, 'notApplicable'],
    ...['unknown', 'bot', undefined, null, true, 7].map((kind): Row => [{ kind }, 'undecided']),
  ],
  applicationsReviewed: [
    [{}, 'manual'],
    [{ verified: true }, 'manual'],
  ],
  devicesEncrypted: flagRows('diskEncrypted'),
  devicesLocked: flagRows('screenLock'),
  devicesManaged: flagRows('managed'),
  devicesSeen: [
    [{ lastSeenAt: daysAgo(30) }, 'pass'],
    [{ lastSeenAt: daysAgo(31) }, 'fail'],
    [{ lastSeenAt: null }, 'fail'],
    ...[...noTime, farAhead].map((lastSeenAt): Row => [{ lastSeenAt }, 'undecided']),
  ],
  credentialsRotated: [
    [{ createdAt: daysAgo(90) }, 'pass'],
    [{ createdAt: daysAgo(91) }, 'fail'],
    ...[...noTime, farAhead, null].map((createdAt): Row => [{ createdAt }, 'undecided']),
    [{ createdAt: daysAgo(91), active: true }, 'fail'],
    [{ createdAt: daysAgo(91), active: false }, 'notApplicable'],
    [{ createdAt: daysAgo(91), active: undefined }, 'undecided'],
    [{ createdAt: daysAgo(90), active: undefined }, 'pass'],
    [{ createdAt: daysAgo(91), expiresAt: daysAgo(1) }, 'notApplicable'],
    [{ createdAt: daysAgo(91), expiresAt: daysAgo(-1) }, 'fail'],
    [{ createdAt: daysAgo(91), expiresAt: null }, 'fail'],
    [{ createdAt: daysAgo(91), expiresAt: undefined }, 'fail'],
  ],
  credentialsUsed: [
    [{ lastUsedAt: daysAgo(90), createdAt: undefined }, 'pass'],
    [{ lastUsedAt: daysAgo(91), createdAt: undefined }, 'fail'],
    [{ lastUsedAt: null, createdAt: daysAgo(90) }, 'pass'],
    [{ lastUsedAt: null, createdAt: daysAgo(91) }, 'fail'],
    ...[...noTime, farAhead, null].map((createdAt): Row => [{ lastUsedAt: null, createdAt }, 'undecided']),
    [{ lastUsedAt: daysAgo(91), active: undefined }, 'undecided'],
    ...[...noTime, farAhead].map((lastUsedAt): Row => [{ lastUsedAt, createdAt: daysAgo(1) }, 'undecided']),
    [{ lastUsedAt: daysAgo(91), active: false }, 'notApplicable'],
  ],
  credentialsExpire: [
    [{ expiresAt: null }, 'fail'],
    [{ expiresAt: daysAgo(-365) }, 'pass'],
    [{ expiresAt: daysAgo(-365.1) }, 'fail'],
    [{ expiresAt: '9999-12-31T23:59:59Z' }, 'fail'],
    [{ expiresAt: daysAgo(1) }, 'pass'],
    ...noTime.map((expiresAt): Row => [{ expiresAt }, 'undecided']),
    [{ expiresAt: null, active: false }, 'notApplicable'],
    [{ expiresAt: null, active: undefined }, 'undecided'],
  ],
  vulnerabilitiesFixedInTime: [
    [{ severity: 'critical', openedAt: daysAgo(7) }, 'pass'],
    [{ severity: 'critical', openedAt: daysAgo(8) }, 'fail'],
    [{ severity: 'high', openedAt: daysAgo(30) }, 'pass'],
    [{ severity: 'high', openedAt: daysAgo(31) }, 'fail'],
    [{ severity: 'medium', openedAt: daysAgo(90) }, 'pass'],
    [{ severity: 'medium', openedAt: daysAgo(91) }, 'fail'],
    [{ severity: 'low', openedAt: daysAgo(3_000) }, 'notApplicable'],
    [{ severity: 'unknown', openedAt: daysAgo(7) }, 'pass'],
    [{ severity: 'unknown', openedAt: daysAgo(8) }, 'undecided'],
    ...['CRITICAL', undefined, null, true, 9].map((severity): Row => [{ severity, openedAt: daysAgo(8) }, 'undecided']),
    ...['Fixed', undefined, null, false].map((status): Row => [{ status, openedAt: daysAgo(31) }, 'undecided']),
    [{ severity: 'high', status: 'fixed', openedAt: daysAgo(900) }, 'pass'],
    [{ severity: 'high', status: 'dismissed', openedAt: daysAgo(900) }, 'notApplicable'],
    [{ severity: 'high', status: 'unknown', openedAt: daysAgo(30) }, 'pass'],
    [{ severity: 'high', status: 'unknown', openedAt: daysAgo(31) }, 'undecided'],
    ...[...noTime, farAhead, null].map((openedAt): Row => [{ openedAt }, 'undecided']),
  ],
  trainingCompleted: [
    [{ status: 'completed', dueAt: daysAgo(9), completedAt: daysAgo(1) }, 'pass'],
    [{ status: 'completed', dueAt: undefined, completedAt: undefined }, 'pass'],
    [{ status: 'assigned', dueAt: daysAgo(0), completedAt: null }, 'fail'],
    [{ status: 'assigned', dueAt: daysAgo(9), completedAt: undefined }, 'fail'],
    [{ status: 'assigned', dueAt: daysAgo(-1), completedAt: null }, 'pass'],
    [{ status: 'assigned', dueAt: null, completedAt: null }, 'pass'],
    [{ status: 'assigned', dueAt: daysAgo(9), completedAt: daysAgo(20) }, 'undecided'],
    [{ status: 'unknown', dueAt: daysAgo(9), completedAt: daysAgo(10) }, 'pass'],
    [{ status: 'unknown', dueAt: daysAgo(9), completedAt: null }, 'undecided'],
    [{ status: 'unknown', dueAt: daysAgo(-9), completedAt: undefined }, 'pass'],
    ...noTime.flatMap((bad): Row[] => [
      [{ status: 'assigned', dueAt: bad, completedAt: null }, 'undecided'],
      [{ status: 'unknown', dueAt: daysAgo(9), completedAt: bad }, 'undecided'],
    ]),
    ...['Completed', undefined, null, true].map(
      (status): Row => [{ status, dueAt: daysAgo(9), completedAt: null }, 'undecided'],
    ),
  ],
}

function flagRows(member: string): readonly Row[] {
  return [
    [{ [member]: true }, 'pass'],
    [{ [member]: false }, 'fail'],
    ...noFlag.map((value): Row => [{ [member]: value }, 'undecided']),
  ]
}

test('the table has every question that is asked of each record', () => {
  expect(Object.keys(table).sort()).toEqual(recordQuestions.map(({ name }) => name).sort())
  expect(allQuestions).toHaveLength(17)
})

describe.each(Object.entries(table))('%s', (name, rows) => {
  const cases = rows.map(([record, status, variables = {}]) => ({ record, status, variables }))

  test.each(cases)('$record is $status (variables $variables)', ({ record, status, variables }) => {
    expect(statusOf(judge(name, record, variables as Record<string, unknown>))).toBe(status)
  })
})

/** A record of which everything is good, or everything bad. */
const good: Readonly<Record<string, object>> = {
  secondFactor: { secondFactor: true },
  staleAccounts: { lastActiveAt: daysAgo(1) },
  knownDomains: { email: 'ada@acme.example' },
}
const bad: Readonly<Record<string, object>> = {
  secondFactor: { secondFactor: false },
  staleAccounts: { lastActiveAt: daysAgo(900) },
  knownDomains: { email: 'ada@evil.example' },
}

describe('rules of accounts', () => {
  // status or kind, then what secondFactor, staleAccounts and knownDomains come to for a good and a bad record
  test.each<[object, ...string[][]]>([
    [{ status: 'active' }, ['pass', 'fail'], ['pass', 'fail'], ['pass', 'fail']],
    [{ status: 'deleted' }, ['none', 'none'], ['none', 'none'], ['none', 'none']],
    [
      { status: 'suspended' },
      ['notApplicable', 'notApplicable'],
      ['notApplicable', 'notApplicable'],
      ['notApplicable', 'notApplicable'],
    ],
    [{ status: 'invited' }, ['notApplicable', 'notApplicable'], ['notApplicable', 'notApplicable'], ['pass', 'fail']],
    [{ status: 'unknown' }, ['pass', 'undecided'], ['pass', 'undecided'], ['pass', 'undecided']],
    [{ status: 'ACTIVE' }, ['pass', 'undecided'], ['pass', 'undecided'], ['pass', 'undecided']],
    [{ status: undefined }, ['pass', 'undecided'], ['pass', 'undecided'], ['pass', 'undecided']],
    [{ kind: 'guest' }, ['pass', 'fail'], ['pass', 'fail'], ['notApplicable', 'notApplicable']],
    [{ kind: 'shared' }, ['pass', 'fail'], ['pass', 'fail'], ['pass', 'fail']],
    [{ kind: 'unknown' }, ['pass', 'fail'], ['pass', 'fail'], ['pass', 'fail']],
    [{ kind: 'service' }, ['notApplicable', 'notApplicable'], ['pass', 'fail'], ['notApplicable', 'notApplicable']],
    [{ kind: 'service', status: 'deleted' }, ['none', 'none'], ['none', 'none'], ['none', 'none']],
    [
      { kind: 'service', status: 'unknown' },
      ['notApplicable', 'notApplicable'],
      ['pass', 'undecided'],
      ['notApplicable', 'notApplicable'],
    ],
  ])('%j', (words, ...expected) => {
    const found = ['secondFactor', 'staleAccounts', 'knownDomains'].map((name) =>
      [good, bad].map((records) => statusOf(judge(name, { ...records[name], ...words }))),
    )

    expect(found).toEqual(expected)
  })

  test.each([
    ['guestsReviewed', { kind: 'guest', status: 'invited' }, 'notApplicable'],
    ['guestsReviewed', { kind: 'guest', status: 'suspended' }, 'notApplicable'],
    ['guestsReviewed', { kind: 'guest', status: 'unknown' }, 'manual'],
    ['serviceAccountsKnown', { kind: 'service', status: 'deleted' }, 'none'],
    ['invitationsPending', { kind: 'service', status: 'invited', createdAt: daysAgo(99) }, 'notApplicable'],
  ])('%s of %j is %s', (name, record, status) => {
    expect(statusOf(judge(name, record))).toBe(status)
  })
})

describe('an undecided record', () => {
  test('gives the reason of the list where there is one, else says what the vendor does not', () => {
    expect(judge('secondFactor', { secondFactor: undefined })).toMatchObject({
      because: 'Acme does not say whether it has a second factor (Ada).',
    })
    expect(
      judge('secondFactor', { secondFactor: undefined, unknown: { secondFactor: 'Only owners see it.' } }),
    ).toMatchObject({ because: 'Only owners see it.' })
    expect(judge('secondFactor', { secondFactor: false, status: 'unknown' })).toMatchObject({
      because: 'Acme does not say whether it is active (Ada).',
    })
  })
})

describe('whatever a vendor says', () => {
  const value = fc.oneof(
    fc.boolean(),
    fc.constant(null),
    fc.constant(undefined),
    fc.integer({ min: -100, max: 4_000 }).map(daysAgo),
    fc.string(),
    fc.integer(),
    fc.constantFrom('ada@acme.example', 'ada@evil.example', 'owner'),
  )
  const recordOf = ({ of }: AnyQuestion) => {
    const wordsOf = Object.entries(listMemberWords(of)).map(([member, known]) => [
      member,
      fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...known) }, { weight: 1, arbitrary: value }),
    ])
    const members = Object.keys(listMemberForms(of)).map((member) => [member, value])
    return fc.record(Object.fromEntries([...members, ...wordsOf])) as fc.Arbitrary<Record<string, unknown>>
  }

  test.each(recordQuestions.map((question) => [question.name, question] as const))(
    '%s never passes nor fails where no fact that decides is known, and says the same twice',
    (name, question) => {
      fc.assert(
        fc.property(recordOf(question), fc.boolean(), (record, accepts) => {
          const variables = { accept_single_sign_on: accepts }
          const blank = Object.fromEntries(decisiveMembers(question).map((member) => [member, undefined]))
          const known = judge(name, record, variables)
          const hidden = judge(name, { ...record, ...blank }, variables)

          expect(['pass', 'fail']).not.toContain(hidden?.status)
          expect(judge(name, record, variables)).toEqual(known)
        }),
        { numRuns: countRuns(300) },
      )
    },
  )

  test.each(recordQuestions.map((question) => [question.name, question] as const))(
    '%s comes to no pass because one of the facts that it reads is taken away',
    (name, question) => {
      const facts = [
        ...question.reads,
        ...(question.readsWhereKnown ?? []),
        ...Object.keys(listMemberWords(question.of)),
      ]
      fc.assert(
        fc.property(recordOf(question), fc.constantFrom(...facts, 'id'), fc.boolean(), (record, fact, accepts) => {
          const variables = { accept_single_sign_on: accepts }
          const tells = Object.keys(record)
          const known = judge(name, record, variables, tells)
          const hidden = judge(name, fact === 'id' ? record : { ...record, [fact]: undefined }, variables, tells)

          // A training whose word and time contradict each other is what its time says, once the word is gone.
          if (name !== 'trainingCompleted' || known?.status !== 'undecided')
            expect([known?.status, hidden?.status]).not.toEqual([
              expect.stringMatching(/fail|undecided|manual/),
              'pass',
            ])
        }),
        { numRuns: countRuns(300) },
      )
    },
  )

  test.each(recordQuestions.map((question) => [question.name, question] as const))(
    '%s judges by what it says that it reads, and by nothing else',
    (name, question) => {
      const read = new Set([
        ...question.reads,
        ...(question.readsWhereKnown ?? []),
        ...Object.keys(listMemberWords(question.of)),
      ])
      fc.assert(
        fc.property(recordOf(question), recordOf(question), (record, other) => {
          const unread = Object.fromEntries(Object.entries(other).filter(([member]) => !read.has(member)))
          const tells = Object.keys(record)

          expect(statusOf(judge(name, { ...record, ...unread }, {}, tells))).toBe(
            statusOf(judge(name, record, {}, tells)),
          )
        }),
        { numRuns: countRuns(300) },
      )
    },
  )

  test.each(recordQuestions.map((question) => [question.name, question] as const))(
    '%s never turns what it cannot tell into a pass by a status that nobody knows',
    (name, question) => {
      fc.assert(
        fc.property(recordOf(question), (record) => {
          const member = 'status' in words(question.of) ? 'status' : 'active'
          const sure = judge(name, record)
          const doubted = judge(name, { ...record, [member]: undefined })

          if (doubted?.status === 'pass' && sure?.status === 'fail')
            throw new Error('a doubt turned a fail into a pass')
          if (member in listMemberWords(question.of)) expect(doubted?.status).not.toBe('fail')
        }),
        { numRuns: countRuns(300) },
      )
    },
  )
})

/** Members without which nothing can be told. */
function decisiveMembers({ name, reads }: AnyQuestion): readonly string[] {
  if (name === 'vulnerabilitiesFixedInTime') return [...reads, 'status', 'severity']
  if (name === 'trainingCompleted') return [...reads, 'status']
  if (name === 'secondFactor') return [...reads, 'singleSignOnOnly']
  return reads
}
