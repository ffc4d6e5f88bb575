import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { XmlDocument, XmlElement, XsdValidator } from 'libxml2-wasm'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { toRecordedRun } from '../../src/checks/runs/recorded-run.ts'
import { version } from '../../src/define/index.ts'
import { writeRunText } from '../../src/evidence/bundle/run-text.ts'
import type { ReportInput } from '../../src/report/pieces/report.ts'
import { type Format, formats, reports } from '../../src/report/reports.ts'
import { createCheck, createRun } from '../evidence/bundle.ts'
import { countRuns } from '../setup/count-runs.ts'
import { createPoamValidator, createValidator, findSchemaPath } from './official-schemas.ts'
import { joinPieces } from './records.ts'
import { createHostileRun, shapes } from './shapes.ts'

const shapeNames = Object.keys(shapes)

describe.each(formats)('the format %s', (format) => {
  // `vitest -u` writes them anew; what changed is then to be read in the diff.
  test.each(['compared', 'hostile', 'several runs'])(
    'writes the run "%s" as its golden file holds it',
    async (name) => {
      const text = await render(format, shapes[name])

      const file = `golden/${name.replaceAll(' ', '-')}.${reports[format].extension}`
      await expect(
        text.replaceAll(`"${version}"`, '"<version>"').replaceAll(`checkwright ${version}`, 'checkwright <version>'),
      ).toMatchFileSnapshot(file)
    },
  )

  test('writes the same twice', async () => {
    for (const name of shapeNames) expect(await render(format, shapes[name])).toBe(await render(format, shapes[name]))
  })
})

const documents: Partial<Record<Format, { schema: string; documentsOf: (text: string) => unknown[] }>> = {
  sarif: { schema: 'sarif-2.1.0.schema.json', documentsOf: whole },
  ocsf: { schema: 'ocsf-compliance-finding-1.8.0.schema.json', documentsOf: lines },
  'ocsf-json': { schema: 'ocsf-compliance-finding-1.8.0.schema.json', documentsOf: elements },
  svr: { schema: 'in-toto-statement-v1.schema.json', documentsOf: lines },
  oscal: { schema: 'oscal-assessment-results-1.2.1.schema.json', documentsOf: whole },
}

describe.each(Object.entries(documents))('%s', (format, { schema, documentsOf }) => {
  test.for(shapeNames)('of the run "%s" is valid by the official schema', async (name, context) => {
    const violated = createValidator(schema, context)

    const text = await render(format as Format, shapes[name])

    expect(documentsOf(text).map(violated).filter(Boolean)).toEqual([])
  })

  test('is valid whatever the texts and the evidence are', async (context) => {
    const violated = createValidator(schema, context)
    await fc.assert(
      fc.asyncProperty(anyText, fc.jsonValue(), async (text, evidence) => {
        const written = await render(format as Format, [
          { run: toRecordedRun(createHostileRun(text, JSON.parse(JSON.stringify(evidence)))) },
        ])

        expect(documentsOf(written).map(violated).filter(Boolean)).toEqual([])
      }),
      { numRuns: countRuns(60) },
    )
  })
})

describe('poam', () => {
  test.for(shapeNames)('of the run "%s" is valid by the definitions of NIST', async (name, context) => {
    const violated = createPoamValidator(context)

    expect(
      whole(await render('poam', shapes[name]))
        .map(violated)
        .filter(Boolean),
    ).toEqual([])
  })
})

describe('gemara', () => {
  const results = ['Not Run', 'Passed', 'Failed', 'Needs Review', 'Not Applicable', 'Unknown']
  const kept = z.strictObject({ 'reference-id': z.string(), 'entry-id': z.string().min(1) })
  const datetime = z.iso.datetime({ precision: 0 })
  const log = z.strictObject({
    metadata: z.strictObject({
      id: z.string().min(1),
      type: z.literal('EvaluationLog'),
      'gemara-version': z.string(),
      version: z.string(),
      date: datetime,
      description: z.string(),
      author: z.strictObject({ id: z.string(), name: z.string(), type: z.literal('Software'), version: z.string() }),
      'mapping-references': z
        .array(z.strictObject({ id: z.string(), title: z.string(), version: z.string() }))
        .optional(),
    }),
    target: z.strictObject({ id: z.string().min(1), name: z.string(), type: z.literal('Software') }),
    result: z.enum(results),
    evaluations: z
      .array(
        z.strictObject({
          name: z.string(),
          result: z.enum(results),
          message: z.string(),
          control: kept,
          'assessment-logs': z
            .array(
              z.strictObject({
                requirement: kept,
                description: z.string(),
                result: z.enum(results),
                message: z.string(),
                applicability: z.array(z.string()).min(1),
                steps: z.array(z.string()).min(1),
                'steps-executed': z.int().optional(),
                start: datetime.optional(),
                end: datetime.optional(),
                recommendation: z.string().optional(),
              }),
            )
            .min(1),
        }),
      )
      .min(1),
  })

  // https://github.com/gemaraproj/gemara: evaluationlog.cue, metadata.cue and entities.cue.
  test.each(shapeNames)('of the run "%s" is what the schema of Gemara asks for', async (name) => {
    const document: unknown = JSON.parse(await render('gemara', shapes[name]))

    expect([document].flat().map((each) => log.safeParse(each).error?.issues)).toEqual(
      [document].flat().map(() => undefined),
    )
  })

  test('keeps five verdicts apart, and could not tell is neither pass nor fail', async () => {
    const statuses = ['pass', 'fail', 'manual', 'not_applicable', 'error'] as const
    const checks = statuses.map((status) => createCheck(status, { status, controls: [`soc2:${status}`], results: [] }))
    const text = await render('gemara', [{ run: toRecordedRun(createRun({ checks })) }])

    const { evaluations } = JSON.parse(text) as { evaluations: { result: string }[] }
    expect(evaluations.map(({ result }) => result)).toEqual([
      'Passed',
      'Failed',
      'Needs Review',
      'Not Applicable',
      'Unknown',
    ])
  })
})

describe('svr', () => {
  test('names what passes alone, about the run.json of a bundle', async () => {
    const run = createRun()
    const statement = JSON.parse(await render('svr', [{ run: toRecordedRun(run) }]))
    const text = await joinPieces(writeRunText(toRecordedRun(run)))

    expect(statement.subject).toEqual([
      {
        name: 'run.json',
        uri: `urn:checkwright:run:${run.id}`,
        digest: { sha256: createHash('sha256').update(text).digest('hex') },
      },
    ])
    expect(statement.predicate.properties).toEqual(['CHECKWRIGHT_PASS_ACME_POLICY'])
  })
})

describe('ocsf-json', () => {
  test('has controls without their framework', async () => {
    const [event] = elements(await render('ocsf-json', [{ run: toRecordedRun(createRun()) }])) as {
      compliance: { requirements: string[]; standards: string[] }
    }[]

    expect(event?.compliance).toMatchObject({ requirements: ['CC6.1'], standards: ['soc2'] })
  })
})

describe('csv', () => {
  test('has a row for each result and for each check that could not tell', async () => {
    const run = createRun()
    const rows = parse(await render('csv', [{ run: toRecordedRun(run) }]), { columns: true }) as { status: string }[]

    const results = run.checks.flatMap((check) => check.results.map(({ status }) => status as string))
    const errors = run.checks.filter(({ error }) => error).map(() => 'error')
    expect(rows.map(({ status }) => status).toSorted()).toEqual([...results, ...errors].toSorted())
  })
})

describe('junit', () => {
  test.for(shapeNames)('of the run "%s" is valid by the schema of Jenkins', async (name, context) => {
    using schema = XmlDocument.fromString(readFileSync(findSchemaPath('junit-10.xsd', context), 'utf8'))
    using validate = XsdValidator.fromDoc(schema)

    const text = await render('junit', shapes[name])

    using document = XmlDocument.fromString(text)
    validate.validate(document)
    expect(document.root.name).toBe('testsuites')
  })

  test('is well-formed, and keeps to its elements, whatever the texts are', async () => {
    await fc.assert(
      fc.asyncProperty(anyText, async (text) => {
        using document = XmlDocument.fromString(await render('junit', [{ run: toRecordedRun(createHostileRun(text)) }]))

        expect(
          document
            .find('//*')
            .map((node) => (node instanceof XmlElement ? node.name : ''))
            .filter((name) => !elementNames.includes(name)),
        ).toEqual([])
        expect(document.find('//testcase')).toHaveLength(6)
      }),
      { numRuns: countRuns(100) },
    )
  })
})

const elementNames = ['testsuites', 'testsuite', 'testcase', 'properties', 'property', 'failure', 'error', 'skipped']

test.each(['json', 'ndjson', 'sarif', 'ocsf', 'ocsf-json', 'oscal', 'poam', 'gemara', 'svr'] as const)(
  '%s holds no character that acts on a terminal',
  async (format) => {
    const text = await render(format, shapes.hostile)

    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u)
  },
)

/** Also what no well-formed text is: lone surrogates, and every control character. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }),
  fc.string({
    unit: fc.constantFrom(...'<>&"\'`|[](){}!@#*_~\\/:;-=\u0000\u001b\u202e\ufffe\ud800\r\n\t a1'),
    minLength: 1,
    maxLength: 40,
  }),
)

function render(format: Format, runs: readonly ReportInput[] = []): Promise<string> {
  return joinPieces(reports[format].write(runs))
}

function whole(text: string): unknown[] {
  return [JSON.parse(text)]
}

function lines(text: string): unknown[] {
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}

function elements(text: string): unknown[] {
  return JSON.parse(text)
}
