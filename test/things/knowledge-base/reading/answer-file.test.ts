import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ManualAnswer } from '../../../../src/service/records/manual-answers.ts'
import {
  type AnswerFileFormat,
  parseAnswerFile,
  pickValues,
  writeAnswerFile,
} from '../../../../src/things/knowledge-base/reading/answer-file.ts'

const anyText = fc
  .string({ unit: fc.constantFrom('a', 'ß', '=', '+', '-', '@', '"', ',', ';', '\n', '\t', '{', '[', ' ', '👍') })
  // What no form keeps, and an apostrophe in front of a formula, which spreadsheets take for their own.
  .map((text) => `q${text}`.trim())

const anyAnswer: fc.Arbitrary<ManualAnswer> = fc.record({
  id: fc.uuid(),
  organizationId: fc.constant('acme'),
  question: anyText,
  answer: anyText.map((text) => text.slice(1).trim() || '='),
  tags: fc.uniqueArray(anyText, { maxLength: 3 }),
  ownerId: fc.option(fc.constantFrom('ada', 'bob')),
  expiresDay: fc.option(fc.constant('2027-01-31')),
  sourceQuestionnaireId: fc.option(fc.constant('qst_1')),
  createdAtMs: fc.constant(1),
  updatedAtMs: fc.constant(1),
})

async function write(format: AnswerFileFormat, answers: readonly ManualAnswer[]): Promise<string> {
  async function* pages() {
    yield answers
  }
  return (await Array.fromAsync(writeAnswerFile(format, pages()))).join('')
}

test.each(['csv', 'json'] as const)('a file of answers in %s has what it was written of', (format) =>
  fc.assert(
    fc.asyncProperty(fc.array(anyAnswer, { minLength: 1, maxLength: 5 }), async (answers) => {
      const lines = await parseAnswerFile(await write(format, answers))
      expect(lines.map(({ values }) => values)).toEqual(answers.map(pickValues))
    }),
    { numRuns: 60 },
  ),
)

test('no cell of a file begins a formula, whatever an answer says', async () => {
  const formula = '=HYPERLINK("https://evil.example")'
  const base = { id: '1', organizationId: 'acme', ownerId: null, expiresDay: null, createdAtMs: 1, updatedAtMs: 1 }

  const csv = await write('csv', [
    { ...base, question: formula, answer: `+1\n@sum(1)`, tags: [formula], sourceQuestionnaireId: '-2+3' },
  ])

  expect(csv.split('\n').slice(1).join('\n')).not.toMatch(/(?:^|[,\n])"?[=+@-]/)
  expect((await parseAnswerFile(csv))[0]?.values).toMatchObject({
    question: formula,
    answer: '+1\n@sum(1)',
    tags: [formula],
  })
})

test.each([
  ['', 'it has no line below'],
  ['question\n', 'it has no line below'],
  ['question,colour\na,b\n', 'there is no column "colour"'],
  ['question,question\na,b\n', 'the column "question" is there twice'],
  ['{"question": "a"}', 'it has no list of answers'],
  ['[{"question": "a", "colour": 1}]', 'answer 1 has a member "colour"'],
  ['[1]', 'answer 1 is no object'],
  ['[', 'it is not JSON'],
  [JSON.stringify(Array.from({ length: 2_001 }, () => ({}))), 'it has more than 2000 answers'],
])('%j is refused: %s', async (file, problem) => {
  await expect(parseAnswerFile(file)).rejects.toThrow(`Nothing of the file was taken: ${problem}`)
})
