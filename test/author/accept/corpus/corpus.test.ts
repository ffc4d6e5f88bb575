import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dataConnectorIds } from 'checkwright/connectors'
import { expect, test } from 'vitest'
import { readProofFile } from '../../../../src/author/prove/kept-proof.ts'
import { tryChecks } from '../../../../src/author/prove/trials/try-checks.ts'
import { formatVerdict } from '../../../../src/author/prove/trials/verdict.ts'
import { openDescription } from '../../../../src/descriptions/description.ts'
import { blockNetwork } from '../../../../src/evidence/replay/offline.ts'
import { createFolder } from '../../../app/command.ts'
import { hasProviders, loadProvider } from '../../../connectors/data/provider.ts'
import { isSoak } from '../../../setup/short-form.ts'
import { agreeWithItself, type Candidate, listAnswers, readCandidate, toConnector, tryAcceptance } from './candidate.ts'
import { listWrongEdits, type WrongEdit } from './wrong-edits.ts'

/** Connectors as data that have witnesses and a description of their vendor, the quickest to prove first. */
const known = dataConnectorIds
  .filter((id) => existsSync(join(process.env.CHECKWRIGHT_TEST_DATA ?? '', 'contracts', `${id}.json.gz`)))
  .filter((id) => existsSync(locate(id)))
  .toSorted((a, b) => countMutants(a) - countMutants(b))

function locate(id: string): string {
  return `connectors/${id}/${id}.witnesses.yaml`
}

function countMutants(id: string): number {
  const { checks = {} } = readProofFile(locate(id)) ?? {}
  return Object.values(checks).reduce((sum, { mutants }) => sum + mutants, 0)
}

function restsOnRecordings(id: string): boolean {
  const contract = JSON.parse(readFileSync(`connectors/${id}/${id}.contract.json`, 'utf8'))
  return contract['x-sources'].some(({ kind }: { kind: string }) => kind === 'recordings')
}

/** Each is proven twice, once for the cases and once with their labels. */
const timeout = isSoak ? 3_600_000 : 300_000

const rightIds = known.slice(0, isSoak ? 60 : 1)
const wrongIds = known.slice(0, isSoak ? 40 : 2)
const wrongCount = isSoak ? 200 : 6

/** @param withRecordings whether its author has recorded answers, and puts what they show into the description */
function openRight(id: string, withRecordings = false) {
  const candidate = readCandidate(id, `connectors/${id}`)
  const description = openDescription(loadProvider(id, withRecordings).description)
  if (!description) throw new Error(`There is no description of ${id}.`)
  return { candidate, right: toConnector(candidate), description }
}

test.skipIf(!hasProviders)('right connectors are accepted', { timeout }, async () => {
  const refused: string[] = []

  for (const id of rightIds) {
    const reasons: string[] = []
    // Where the description lacks what the vendor answers, its author adds what was recorded.
    for (const withRecordings of restsOnRecordings(id) ? [false, true] : [false]) {
      const { candidate, ...known } = openRight(id, withRecordings)
      const { isAccepted, problems } = await tryAcceptance(candidate, { ...known, folder: createFolder() })
      if (isAccepted) reasons.length = 0
      else reasons.push(...problems.slice(0, 3).map(({ code, message }) => `${code} ${message}`))
      if (isAccepted) break
    }
    if (reasons.length > 0) refused.push(`${id}: ${reasons.join('; ')}`)
  }

  console.log(`right connectors: ${rightIds.length - refused.length} of ${rightIds.length} accepted`)
  expect(refused.length, refused.join('\n')).toBeLessThanOrEqual(Math.floor(rightIds.length / 20))
})

test.skipIf(!hasProviders)('no wrong connector is accepted', { timeout }, async () => {
  const accepted: string[] = []
  const kinds = new Map<string, number>()
  const codes = new Map<string, number>()
  const perConnector = Math.ceil(wrongCount / wrongIds.length)

  for (const id of wrongIds) {
    const { candidate, right, description } = openRight(id)
    let tried = 0
    for (const edit of spread([...listWrongEdits(candidate)])) {
      if (tried >= perConnector) break
      const made = await makeWrong(edit, candidate)
      if (!made) continue
      tried++
      kinds.set(edit.kind, (kinds.get(edit.kind) ?? 0) + 1)
      const { isAccepted, problems } = await tryAcceptance(made, {
        right,
        description,
        folder: createFolder(),
        persists: edit.agrees,
      })
      if (isAccepted) accepted.push(`${edit.kind}: ${edit.at}`)
      else codes.set(problems[0]?.code ?? '', (codes.get(problems[0]?.code ?? '') ?? 0) + 1)
    }
  }

  const tried = [...kinds.values()].reduce((sum, each) => sum + each, 0)
  console.log(
    `wrong connectors: ${accepted.length} of ${tried} accepted`,
    Object.fromEntries(kinds),
    Object.fromEntries(codes),
  )
  expect(accepted).toEqual([])
  expect(tried).toBeGreaterThanOrEqual(wrongCount)
})

/** One of each kind before a second of any. */
function spread(edits: readonly WrongEdit[]): readonly WrongEdit[] {
  const byKind = [...Map.groupBy(edits, ({ kind }) => kind).values()]
  const rounds = Math.max(0, ...byKind.map(({ length }) => length))
  return Array.from({ length: rounds }, (_, round) => byKind.flatMap((same) => same.slice(round, round + 1))).flat()
}

/** Undefined for an edit by which nothing that was tried is judged otherwise: it may be as right. */
async function makeWrong({ candidate, agrees, kind }: WrongEdit, right: Candidate): Promise<Candidate | undefined> {
  if (!agrees) return candidate
  try {
    const [wrong, own] = [toConnector(candidate), toConnector(right)]
    if (kind === 'paging dropped') return candidate
    const differs = await blockNetwork(async () => {
      for (const world of listAnswers(right, own)) {
        const [before, now] = [await tryChecks(own, world), await tryChecks(wrong, world)]
        for (const [id, verdict] of before) {
          const other = now.get(id)
          if (other && formatVerdict(other) !== formatVerdict(verdict)) return true
        }
      }
      return false
    })
    return differs ? await agreeWithItself(candidate) : undefined
  } catch {
    // No valid file: a model is told so at once, and has nothing to submit.
    return undefined
  }
}
