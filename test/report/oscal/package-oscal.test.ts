import { expect, test } from 'vitest'
import type { CheckSpan, PackageContent } from '../../../src/evidence/package/package-content.ts'
import { writePackagePlan } from '../../../src/report/oscal/package-plan.ts'
import { writePackageResults } from '../../../src/report/oscal/package-results.ts'
import { createPlanValidator, createValidator } from '../official-schemas.ts'
import { joinPieces } from '../records.ts'

const planSha256 = '0a'.repeat(32)
const runId = '0197c0de-0000-7000-8000-000000000001'

const contents = {
  ordinary: createContent([
    createSpan({
      from: '2026-07-01',
      to: '2026-07-20',
      state: 'not_satisfied',
      status: 'fail',
      because: '1 failing result',
    }),
    createSpan({ from: '2026-07-21', to: '2026-07-31', state: 'satisfied', status: 'pass', because: 'passes' }),
  ]),
  untold: createContent([
    createSpan({ from: '2026-07-01', to: '2026-07-31', state: 'undetermined', because: 'was not run' }),
  ]),
  counted: createCounted(),
  recorded: createRecorded(),
  empty: { ...createContent([createSpan({})]), connections: [], controls: [] },
  hostile: createContent([createSpan({ because: '<b>\u202e\u0000\ud800' })], '\u0007 <script> \ud800'),
}

test.for(Object.entries(contents).filter(([name]) => name !== 'empty'))(
  'the results of the package "%s" are valid by the official schema, and name the plan',
  async ([, content], context) => {
    const violated = createValidator('oscal-assessment-results-1.2.1.schema.json', context)

    const results = JSON.parse(await joinPieces(writePackageResults(content, planSha256)))
    const plan = JSON.parse(await joinPieces(writePackagePlan(content)))['assessment-plan']

    expect(violated(results)).toBeUndefined()
    const { 'import-ap': imported, 'back-matter': matter } = results['assessment-results']
    expect(imported.href).toBe(`#${plan.uuid}`)
    expect(matter.resources).toEqual([expect.objectContaining({ uuid: plan.uuid })])
    expect(matter.resources[0].rlinks[0]).toMatchObject({
      href: 'assessment-plan.json',
      hashes: [{ value: planSha256 }],
    })
  },
)

test.for(Object.entries(contents).filter(([name]) => name !== 'empty'))(
  'the plan of the package "%s" is valid by the official definitions',
  async ([, content], context) => {
    const violated = createPlanValidator(context)

    const plan = JSON.parse(await joinPieces(writePackagePlan(content)))

    expect(violated(plan)).toBeUndefined()
    expect(violated({ 'assessment-plan': { ...plan['assessment-plan'], tasks: [] } })).toContain('/tasks')
  },
)

test.for(['ordinary', 'untold'] as const)(
  'the documents of the package "%s" are as the golden files hold them',
  async (name) => {
    const plan = await joinPieces(writePackagePlan(contents[name]))
    const results = await joinPieces(writePackageResults(contents[name], planSha256))

    await expect(plan).toMatchFileSnapshot(`golden/${name}-plan.json`)
    await expect(results).toMatchFileSnapshot(`golden/${name}-results.json`)
  },
)

test('a finding says how many statements of its control were observed, and the metadata has the mapping', async () => {
  const results = JSON.parse(await joinPieces(writePackageResults(contents.counted, planSha256)))['assessment-results']

  const read = (props: readonly { readonly name: string; readonly value: string }[]) =>
    props.map(({ name, value }) => `${name} ${value}`)
  expect(read(results.results[0].findings[0].props)).toEqual(['observed-statements 3', 'statements 5'])
  expect(read(results.metadata.props)).toContain(`mapping-sha-256 ${'ef'.repeat(32)}`)
})

test('risks stand with their likelihood and impact, and what a penetration test found as an observation with a risk until a retest ends it', async () => {
  const [result] = JSON.parse(await joinPieces(writePackageResults(contents.recorded, planSha256)))[
    'assessment-results'
  ].results

  const found = result.observations.filter(({ title }: { title: string }) => title === 'Stored script')
  expect(result.risks.map(({ title, status, deadline }: Record<string, string>) => [title, status, deadline])).toEqual([
    ['Lost laptop', 'open', undefined],
    ['Stored script', 'open', '2026-08-15T23:59:59Z'],
    ['Old header', 'closed', undefined],
  ])
  expect(result.risks[0].characterizations[0].facets).toMatchObject([
    { name: 'likelihood', value: '4' },
    { name: 'impact', value: '5' },
  ])
  expect(result.risks[1]['related-observations']).toEqual([{ 'observation-uuid': found[0].uuid }])
})

test('only a control that is satisfied or not on the last day has a finding', async () => {
  const findingsOf = async (content: PackageContent) =>
    JSON.parse(await joinPieces(writePackageResults(content, planSha256)))['assessment-results'].results[0].findings

  expect(await findingsOf(contents.untold)).toBeUndefined()
  expect(await findingsOf(contents.ordinary)).toEqual([
    expect.objectContaining({
      target: expect.objectContaining({ 'target-id': 'soc2_CC6.1', status: { state: 'satisfied', reason: 'pass' } }),
    }),
  ])
})

function createSpan(changes: Partial<CheckSpan>): CheckSpan {
  return {
    from: '2026-07-01',
    to: '2026-07-31',
    state: 'satisfied',
    status: 'pass',
    because: 'passes',
    runId,
    at: '2026-07-01T03:00:00.000Z',
    evidence: 'kept',
    digest: 'ab'.repeat(32),
    ...changes,
  }
}

/** With records: one of each that OSCAL has a place for, and one that was deleted before the last day. */
function createRecorded(): PackageContent {
  const content = createContent([createSpan({})])
  const { from, to } = content.head.period
  const record = (
    thing: string,
    id: string,
    title: string,
    state: string,
    values: Record<string, unknown>,
    last = to,
  ) => ({
    thing,
    id,
    title,
    history: [{ from, to: last, state, values }],
  })
  const finding = { pentestId: 'p1', severity: 'high', dueDay: '2026-08-15', location: '/comments' }
  const risk = { likelihood: 4, impact: 5, treatment: 'mitigate', description: null }
  return {
    ...content,
    records: [
      record('vendor', 'v1', 'Acme', 'due', {}),
      record('risk', 'r1', 'Lost laptop', 'treated', risk),
      record('risk', 'r2', 'Deleted', 'treated', risk, '2026-07-10'),
      record('pentest-finding', 'f1', 'Stored script', 'open', { ...finding, details: '<script>\u202e' }),
      record('pentest-finding', 'f2', 'Old header', 'ended', { ...finding, severity: 'low' }),
    ],
  }
}

function createCounted(): PackageContent {
  const { head, controls, ...content } = createContent([createSpan({})])
  const count = { observed: 3, of: 5 }
  return {
    ...content,
    head: { ...head, mapping: { sha256: 'ef'.repeat(32), text: '{}' } },
    controls: controls.map((control) => {
      const [first, ...rest] = control.history
      return { ...control, history: [{ ...first, statements: count }, ...rest] }
    }),
  }
}

function createContent(spans: readonly CheckSpan[], name = 'GitHub of Acme'): PackageContent {
  const [first = createSpan({}), ...rest] = spans
  const history = [first, ...rest] as const
  const stateOf = ({ state }: CheckSpan) => (state === 'not_applicable' ? 'undetermined' : state)
  return {
    head: {
      framework: { id: 'soc2', title: 'SOC 2', version: '2017', sha256: 'cd'.repeat(32) },
      organization: { id: 'acme', name },
      period: { from: '2026-07-01', to: '2026-07-31' },
      madeAt: '2026-08-01T08:00:00.000Z',
      writtenBy: { name: 'checkwright', version: '<version>' },
      staleAfterDays: 30,
    },
    connections: [{ id: 'con_1', name, connector: 'github' }],
    controls: [
      {
        id: 'CC6.1',
        title: 'Logical access security',
        history: [
          { from: first.from, to: first.to, state: stateOf(first) },
          ...rest.map((span) => ({ from: span.from, to: span.to, state: stateOf(span) })),
        ],
        checks: async function* () {
          yield { connector: 'github', connectionId: 'con_1', id: 'mfa', title: name, history }
        },
      },
      {
        id: 'CC9.9',
        title: 'Nobody checks this',
        history: [{ from: '2026-07-01', to: '2026-07-31', state: 'uncovered' }],
        checks: async function* () {},
      },
    ],
    waivers: [],
    judgements: [],
    obligations: [],
    populations: [],
    samples: [],
    received: [],
    records: [],
    uploads: [],
  }
}
