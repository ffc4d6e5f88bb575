import { describe, expect, test } from 'vitest'
import { writeOscalReport } from '../../../src/report/oscal/oscal.ts'
import { createPlanValidator } from '../official-schemas.ts'
import { joinPieces } from '../records.ts'
import { shapes } from '../shapes.ts'

describe('writeOscalReport()', () => {
  test('has a finding for checks that came to pass or fail alone: nothing untold looks satisfied', async () => {
    const { results } = await oscal('ordinary')

    expect(results[0].findings.map(({ target }: Target) => [target['target-id'], target.status.state])).toEqual([
      ['admin-mfa', 'not-satisfied'],
      ['session-idle-time', 'not-satisfied'],
      ['devices-encrypted', 'satisfied'],
    ])
  })

  test('observes every result, and what could not be told with kind and missing scope', async () => {
    const { results } = await oscal('ordinary')

    const untold = results[0].observations.find(
      ({ title }: { title: string }) => title === 'The audit log is kept for a year',
    )
    expect(results[0].observations).toHaveLength(20 + 2 + 1)
    expect(untold.props.map(({ name, value }: Prop) => `${name}=${value}`)).toEqual([
      'check-id=audit-log-kept',
      'status=error',
      'error-kind=permission',
      'error-code=HTTP_PERMISSION_DENIED',
      'missing-scope=audit:read',
      'control=soc2:CC7.2',
    ])
  })

  test('takes a waiver for an accepted risk with a deadline', async () => {
    const { results } = await oscal('ordinary')

    expect(results[0].risks).toEqual([
      expect.objectContaining({
        status: 'deviation-approved',
        deadline: '2026-12-31T23:59:59Z',
        statement: 'Break-glass account, its password is in the safe.',
      }),
    ])
  })

  test.for(Object.keys(shapes))(
    'imports the assessment plan of the run "%s", valid by the official definitions, whose tasks its observations name',
    async (shape, context) => {
      const violated = createPlanValidator(context)
      const { 'import-ap': imported, 'back-matter': matter, results } = await oscal(shape)
      const [{ uuid, base64 }] = matter.resources
      const plan = JSON.parse(Buffer.from(base64.value, 'base64').toString())

      expect(violated(plan)).toBeUndefined()
      expect(imported.href).toBe(`#${uuid}`)
      expect(plan['assessment-plan'].uuid).toBe(uuid)
      const planned = JSON.stringify(plan['assessment-plan'].tasks ?? [])
      for (const { observations = [] } of results)
        for (const { origins } of observations) expect(planned).toContain(origins[0]['related-tasks'][0]['task-uuid'])
      const asked = (shapes[shape] ?? []).flatMap(({ run }) => run.head.checks.map(({ id }) => id))
      for (const id of asked) expect(JSON.stringify(plan)).toContain(JSON.stringify(id))
    },
  )

  test.each(Object.keys(shapes))(
    'refers to nothing that is not there, and names nothing twice, in the run "%s"',
    async (shape) => {
      const document = await oscal(shape)

      const defined: string[] = []
      const referred: string[] = []
      walk(document, (name, value) => {
        if (name === 'uuid') defined.push(value)
        if (name === 'observation-uuid' || name === 'risk-uuid') referred.push(value)
      })
      expect(new Set(defined).size).toBe(defined.length)
      expect(referred.filter((uuid) => !defined.includes(uuid))).toEqual([])
      expect(defined).toContain(document['import-ap'].href.slice(1))
    },
  )
})

type Target = { readonly target: { readonly 'target-id': string; readonly status: { readonly state: string } } }
type Prop = { readonly name: string; readonly value: string }

async function oscal(shape: string) {
  return JSON.parse(await joinPieces(writeOscalReport(shapes[shape] ?? [])))['assessment-results']
}

function walk(value: unknown, visit: (name: string, value: string) => void): void {
  if (typeof value !== 'object' || value === null) return
  for (const [name, member] of Object.entries(value)) {
    if (typeof member === 'string') visit(name, member)
    else walk(member, visit)
  }
}
