import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readConnector } from '../../../../src/app/runtime/index.ts'
import { readRecording } from '../../../../src/author/running/recordings.ts'
import { indexSources } from '../../../../src/author/validate/sources.ts'
import { collectRuleFindings } from '../../../../src/author/validate/validate-connector.ts'
import { replayRecording } from '../../../../src/evidence/recording/replay-recording.ts'
import { isSoak } from '../../../setup/short-form.ts'
import { openNativeProgram } from '../../../types/native-program.ts'
import { writeConnector } from './make-small.ts'
import { describedProviders, type MadeForms, makeDescribed, makeOfSchema, schemaProviders } from './provider-files.ts'

/** Each connector has 30 rules to try, so that outside of the soak four descriptions are drawn, always the same, with fewer lists. */
const drawn = isSoak ? describedProviders.length : Math.min(4, describedProviders.length)
const [ids = []] = fc.sample(fc.subarray([...describedProviders], { minLength: drawn, maxLength: drawn }), 1)

/** Descriptions of which nothing is made, each with the words of the reason. */
const refusals = [
  ['clickup', 'its answer has no list of objects'],
  ['crisp', 'its items have no member that tells one from another'],
  ['dropbox', 'has no GET'],
  ['fastly', 'its answer is not described'],
  ['gitlab-recorded, as data', 'is at another address than the base URL'],
  ['lastpass', 'has no GET'],
  ['monday', 'has no GET'],
  ['railway', 'has no GET'],
  ['square', 'has no GET'],
  ['vault', 'its answer has no list of objects'],
] as const

const made: readonly MadeForms[] = [
  ...(await mapInTurn(ids, (id) => makeDescribed(id, isSoak ? 5 : 2))),
  ...(await mapInTurn(schemaProviders, (id) => makeOfSchema(id, isSoak ? 1000 : 1))).flat(),
]

/** Descriptions have up to 30 MB, so that one at a time is read. */
async function mapInTurn<From, To>(all: readonly From[], map: (one: From) => Promise<To>): Promise<readonly To[]> {
  const results: To[] = []
  for (const one of all) results.push(await map(one))
  return results
}

/** The files of a form, of those that were not refused. */
const ofForm = (form: 'code' | 'data', asks: boolean) =>
  made.flatMap((each) => {
    const files = each[form]
    return each.asks === asks && typeof files !== 'string' ? [[each.of, each.id, files] as const] : []
  })

describe.skipIf(made.length === 0)("providers' own descriptions (needs CHECKWRIGHT_TEST_DATA)", () => {
  test('every file of these connectors compiles, their tests included, but for those that ask for an id', () => {
    const folder = fileURLToPath(new URL('./providers', import.meta.url))
    const texts = Object.fromEntries(
      made.flatMap(({ code }, nth) =>
        typeof code === 'string'
          ? []
          : Object.entries(code)
              .filter(([name]) => name.endsWith('.ts'))
              .map(([name, text]) => [`${folder}/${nth}/${name}`, text] as const),
      ),
    )

    const complaintsAbout = openNativeProgram([], texts)

    const complaints = Object.keys(texts).flatMap((path) =>
      complaintsAbout(path).map(({ line, message }) => {
        const [nth = '', ...name] = path.slice(folder.length + 1).split('/')
        return { of: made[Number(nth)], text: `${made[Number(nth)]?.of}: ${name.join('/')}:${line} ${message}` }
      }),
    )
    expect(complaints.filter(({ of }) => of?.asks !== true).map(({ text }) => text)).toEqual([])
    const asking = new Set(complaints.filter(({ text }) => text.includes('Cannot redeclare')).map(({ of }) => of))
    expect(made.filter((each) => each.asks && typeof each.code !== 'string' && !asking.has(each))).toEqual([])
  }, 300_000)

  test('a description is refused only for the reasons that are known', () => {
    const refused = made.flatMap(({ of, code, data }) => [
      ...(typeof code === 'string' ? [`${of}: ${code}`] : []),
      ...(typeof data === 'string' && data !== code ? [`${of}, as data: ${data}`] : []),
    ])

    const known = refusals.filter(([of]) => ids.includes(of.replace(/,.*/, '')))
    expect(refused).toEqual(known.map(([of, why]) => expect.stringMatching(new RegExp(`^${of}: .*${why}`, 's'))))
  })

  test.each(ofForm('data', true))(
    'the connector file of %s is not valid until its author answers',
    async (_, id, files) => {
      const name = `${id}.connector.yaml`

      await expect(async () => readConnector(files[name] ?? '', { name })).rejects.toThrow(name)
    },
  )

  test.each(ofForm('data', false))(
    'the connector file of %s is right, and its first test passes',
    async (_, id, files) => {
      const name = `${id}.connector.yaml`
      const connector = await readConnector(files[name] ?? '', { name })
      const recording = await readRecording(join(writeConnector(files), `recorded/${id}.json`))

      const findings = await collectRuleFindings(connector, indexSources([]))

      expect(findings.filter(({ level }) => level === 'error')).toEqual([])
      expect(await replayRecording(recording, connector)).toMatchObject({ same: true })
      const unfit = recording.checks.filter(
        ({ error }) => error && !['CHECK_INCOMPLETE', 'CHECK_UNDECIDED'].includes(error.code),
      )
      expect(unfit).toEqual([])
    },
  )
})

// Each module registers the tests that `checkwright new` writes as tests of this file.
for (const [of, id, files] of ofForm('code', false))
  describe(`the tests of a connector pass for the description of ${of}`, async () => {
    await import(/* @vite-ignore */ join(writeConnector(files), `${id}.test.ts`))
  })
