import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { XmlDocument, XmlElement, XsdValidator } from 'libxml2-wasm'
import { describe, expect, test } from 'vitest'
import { toRecordedRun } from '../../src/checks/runs/recorded-run.ts'
import { version } from '../../src/define/index.ts'
import type { ReportInput } from '../../src/report/pieces/report.ts'
import { type Format, formats, reports } from '../../src/report/reports.ts'
import { countRuns } from '../setup/count-runs.ts'
import { createValidator, findSchemaPath } from './official-schemas.ts'
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
            .filter((name) => !elements.includes(name)),
        ).toEqual([])
        expect(document.find('//testcase')).toHaveLength(6)
      }),
      { numRuns: countRuns(100) },
    )
  })
})

const elements = ['testsuites', 'testsuite', 'testcase', 'properties', 'property', 'failure', 'error', 'skipped']

test.each(['json', 'ndjson', 'sarif', 'ocsf', 'oscal'] as const)(
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
