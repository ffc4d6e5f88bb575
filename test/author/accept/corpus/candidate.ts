import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { AnyConnector } from 'checkwright'
import { parse, stringify } from 'yaml'
import { type Acceptance, acceptConnector } from '../../../../src/author/accept/accept-connector.ts'
import { listConfirmations } from '../../../../src/author/accept/list-confirmations.ts'
import { tryChecks } from '../../../../src/author/prove/trials/try-checks.ts'
import type { TrialVerdict } from '../../../../src/author/prove/trials/verdict.ts'
import { applyChange } from '../../../../src/author/prove/witnesses/apply-changes.ts'
import { formatCases } from '../../../../src/author/prove/witnesses/format-cases.ts'
import { locateReading } from '../../../../src/author/prove/witnesses/read-labels.ts'
import { findConfirmation } from '../../../../src/author/prove/witnesses/reading-schema.ts'
import type { ChangeEntry, ExpectEntry, WitnessFile } from '../../../../src/author/prove/witnesses/witness-schema.ts'
import { readConnector } from '../../../../src/data/read-connector.ts'
import type { Description } from '../../../../src/descriptions/description.ts'
import { parseRecording } from '../../../../src/evidence/recording/read-recording.ts'
import type { Recording } from '../../../../src/evidence/recording/recording.ts'
import { blockNetwork } from '../../../../src/evidence/replay/offline.ts'

/** A connector with its witnesses and worlds, as values that a test changes. */
export interface Candidate {
  readonly id: string
  readonly file: Readonly<Record<string, unknown>>
  readonly witnesses: WitnessFile
  readonly worlds: Readonly<Record<string, Recording>>
}

export function readCandidate(id: string, folder: string): Candidate {
  const witnesses: WitnessFile = parse(readFileSync(join(folder, `${id}.witnesses.yaml`), 'utf8'))
  const worlds = Object.entries(witnesses.worlds).map(([name, path]) => {
    const world = parseRecording(readFileSync(join(folder, path), 'utf8'), path)
    return [name, { ...world, inputs: { ...world.inputs, now: witnesses.now } }]
  })
  return {
    id,
    file: parse(readFileSync(join(folder, `${id}.connector.yaml`), 'utf8')),
    witnesses,
    worlds: Object.fromEntries(worlds),
  }
}

export function toConnector({ id, file }: Pick<Candidate, 'id' | 'file'>): AnyConnector {
  return readConnector(`${id}.connector.yaml`, Buffer.from(stringify(file)))
}

/** Writes a candidate. @returns the path of its connector */
function writeCandidate({ id, file, witnesses, worlds }: Candidate, folder: string): string {
  for (const [name, path] of Object.entries(witnesses.worlds)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), JSON.stringify(worlds[name]))
  }
  writeFileSync(join(folder, `${id}.witnesses.yaml`), stringify(witnesses, { lineWidth: 0 }))
  const path = join(folder, `${id}.connector.yaml`)
  writeFileSync(path, stringify(file, { lineWidth: 0 }))
  return path
}

/** What a witness would have to expect for a check to be right. Undefined where it says the same as in the world. */
function toExpectation(base: TrialVerdict | undefined, verdict: TrialVerdict): ExpectEntry | undefined {
  // Where nothing is said of any resource, the status is all that there is.
  if (verdict.resources.size === 0 && verdict.status !== 'error') return verdict.status
  const ids = new Set([...(base?.resources.keys() ?? []), ...verdict.resources.keys()])
  const named: Record<string, string[]> = {}
  for (const id of ids) {
    const is = verdict.resources.get(id) ?? 'absent'
    if (is === 'absent' && verdict.status === 'error' && ![...verdict.resources.values()].includes('undecided'))
      continue
    const ofVerdict = named[is] ?? []
    named[is] = [...ofVerdict, id]
  }
  const isOpen = named.undecided !== undefined
  if (verdict.status === 'error' && !isOpen) return { ...named, error: verdict.error ?? 'unknown' } as ExpectEntry
  if (Object.keys(named).length === 0) return verdict.status
  return named as ExpectEntry
}

/** An author who labels each witness by what the check says, and leaves out those that then show nothing. */
export async function agreeWithItself(candidate: Candidate): Promise<Candidate> {
  const connector = toConnector(candidate)
  return blockNetwork(async () => {
    const bases = new Map<string, ReadonlyMap<string, TrialVerdict>>()
    for (const [name, world] of Object.entries(candidate.worlds)) bases.set(name, await tryChecks(connector, world))
    const worlds = Object.entries(candidate.worlds).map(([name, world]) => [name, relabelWorld(world, bases.get(name))])
    const witnesses: WitnessFile['witnesses'] = []
    for (const witness of candidate.witnesses.witnesses) {
      const answers = changeAnswers(candidate.worlds[witness.world], witness.change, connector)
      if (!answers) continue
      const verdicts = await tryChecks(connector, answers)
      const expect: Record<string, ExpectEntry> = {}
      let showsNothing = false
      for (const [check, verdict] of verdicts) {
        const base = bases.get(witness.world)?.get(check)
        const isSame = JSON.stringify(describe(base)) === JSON.stringify(describe(verdict))
        if (check === witness.of.check && witness.change && isSame) showsNothing = true
        if (check !== witness.of.check && isSame) continue
        if (verdict.missing.length > 0) showsNothing = true
        const label = toExpectation(base, verdict)
        if (label !== undefined) expect[check] = label
      }
      if (!showsNothing && expect[witness.of.check] !== undefined) witnesses.push({ ...witness, expect })
    }
    return { ...candidate, worlds: Object.fromEntries(worlds), witnesses: { ...candidate.witnesses, witnesses } }
  })
}

/** The answers of each world, and of each witness. */
export function listAnswers({ worlds, witnesses }: Candidate, connector: AnyConnector): readonly Recording[] {
  const ofWitnesses = witnesses.witnesses.map(({ world, change }) => changeAnswers(worlds[world], change, connector))
  return [...Object.values(worlds), ...ofWitnesses].filter((answers) => answers !== undefined)
}

function describe(verdict: TrialVerdict | undefined) {
  return [verdict?.status, verdict?.error, [...(verdict?.resources ?? [])].sort()]
}

function relabelWorld(world: Recording, verdicts: ReadonlyMap<string, TrialVerdict> | undefined): Recording {
  return {
    ...world,
    checks: world.checks.flatMap((check) => {
      const verdict = verdicts?.get(check.id)
      if (!verdict) return []
      const results = [...verdict.resources].flatMap(([id, status]) =>
        status === 'undecided' || status === 'absent'
          ? []
          : [{ status, resource: { type: 'thing', id }, title: 'As it is', evidence: {} }],
      )
      const error = verdict.error && { kind: verdict.error, code: 'CHECK_FAILED', retryable: false }
      return [{ ...check, status: verdict.status, error, results } as (typeof world.checks)[number]]
    }),
  }
}

function changeAnswers(
  world: Recording | undefined,
  changes: readonly ChangeEntry[] | undefined,
  connector: AnyConnector,
): Recording | undefined {
  let answers = world
  for (const change of changes ?? []) {
    const changed: ReturnType<typeof applyChange> | undefined = answers && applyChange(answers, change, connector)
    if (!changed || 'message' in changed) return undefined
    answers = changed
  }
  return answers
}

/** A person who knows what is right: labels the drawn cases by the right connector. */
async function labelCases(
  { cases = [], confirmations = [] }: Acceptance,
  { witnesses, worlds }: Candidate,
  right: AnyConnector,
  path: string,
): Promise<void> {
  const labels = await blockNetwork(async () => {
    const made: { case: string; expect: ExpectEntry; check: string; world: string; probe: true | undefined }[] = []
    for (const { name, check, world, change, isProbe } of cases) {
      const answers = changeAnswers(worlds[world], change, right)
      const asked = right.checks.filter(({ id }) => id === check)
      const [base, verdict] = [
        (await tryChecks(right, worlds[world] as Recording, asked)).get(check),
        answers && (await tryChecks(right, answers, asked)).get(check),
      ]
      const expect = verdict && toExpectation(base, verdict)
      if (expect === undefined) continue
      made.push({ case: name, expect, check, world: witnesses.worlds[world] ?? '', probe: isProbe || undefined })
    }
    return made
  })
  const known = listConfirmations(right).map((claim) => ({ ...claim, agreed: true }))
  const agreements = confirmations.map((claim) => ({
    ...claim,
    agreed: findConfirmation(known, claim)?.agreed ?? false,
  }))
  const reading = { reader: 'A person', cases: labels, confirmations: agreements }
  const text = formatCases(witnesses, cases, reading, confirmations)
  writeFileSync(locateReading(path.replace('.connector.yaml', '.witnesses.yaml')), text)
}

/** Rounds in which an author does what the problems say. More of them change nothing. */
const roundsMax = 3

/**
 * Writes a candidate, lets a person label what is drawn, and asks again.
 * @param persists whether its author does what every problem says, and agrees with the check in every label
 */
export async function tryAcceptance(
  candidate: Candidate,
  { right, description, folder, persists = false }: Trial,
): Promise<Acceptance> {
  let tried = candidate
  for (let round = 0; ; round++) {
    const path = writeCandidate(tried, folder)
    const first = await acceptConnector(path, description)
    // What stands against it but the labels, which nobody has given yet.
    const others = first.problems.filter(({ code }) => !/^(?:LABEL|CONFIRMATION)_/.test(code))
    if (others.length === 0 && first.cases) {
      await labelCases(first, tried, right, path)
      return acceptConnector(path, description)
    }
    const mended = persists && round < roundsMax ? await mend(tried, { ...first, problems: others }) : undefined
    if (!mended) return { ...first, problems: others }
    tried = mended
  }
}

interface Trial {
  readonly right: AnyConnector
  readonly description: Description
  readonly folder: string
  readonly persists?: boolean
}

/** The candidate after its author did what the problems say. Undefined where nothing of it can be done without thinking. */
async function mend(candidate: Candidate, { problems, report }: Acceptance): Promise<Candidate | undefined> {
  const excuses = problems.flatMap(({ code, message }) => {
    const [, of, member] = /"(\w+ \S+(?: \S+)?)[. ]([^".=]+)(?:=[^"]*)?"/.exec(message) ?? []
    return ['SIBLING_UNREAD', 'WORD_OPEN'].includes(code) && of !== undefined && member !== undefined
      ? [{ of, members: [member], because: 'It decides nothing.' }]
      : []
  })
  const spare = problems.flatMap(
    ({ message }) => /has an answer to (\S+ \S+) that no check needs/.exec(message)?.[1] ?? [],
  )
  const added = (report?.checks ?? []).flatMap(({ check, survivors }) =>
    survivors.slice(0, 20).flatMap(({ world, change }, nth) => {
      const source = candidate.witnesses.witnesses.find(({ of }) => of.check === check)?.source
      const id = `added-${candidate.witnesses.witnesses.length}-${nth}-${check}`
      return change.length > 0
        ? [
            {
              id,
              of: { check, way: 'added' },
              world,
              change: [...change],
              expect: { [check]: 'pass' as const },
              source,
            },
          ]
        : []
    }),
  )
  if (excuses.length + spare.length + added.length === 0) return undefined
  const unique = new Map(
    added.map((witness) => [JSON.stringify([witness.of.check, witness.world, witness.change]), witness]),
  )
  return agreeWithItself({
    ...candidate,
    file: { ...candidate.file, unread: [...((candidate.file.unread as object[] | undefined) ?? []), ...excuses] },
    worlds: Object.fromEntries(
      Object.entries(candidate.worlds).map(([name, world]) => [
        name,
        {
          ...world,
          exchanges: world.exchanges.filter(({ request }) => !spare.includes(`${request.method} ${request.url}`)),
        },
      ]),
    ),
    witnesses: { ...candidate.witnesses, witnesses: [...candidate.witnesses.witnesses, ...unique.values()] },
  })
}
