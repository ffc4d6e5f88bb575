import { fileURLToPath } from 'node:url'
import { chooseChecks } from '../../checks/choose-checks.ts'
import { digestConnectorCode } from '../../checks/results/describe-code.ts'
import { findCheckEntry, getConnectorFile } from '../../data/build-connector.ts'
import type { AnyConnector, Check } from '../../define/index.ts'
import { openDescription } from '../../descriptions/description.ts'
import type { Recording } from '../../evidence/recording/recording.ts'
import { blockNetwork } from '../../evidence/replay/offline.ts'
import { loadWitnesses } from './load-witnesses.ts'
import { listCodeMutants } from './mutants/code-mutants.ts'
import { listDataMutants, listOwnTexts } from './mutants/data-mutants.ts'
import { listInputs, readConstants, selectOwnExchanges } from './mutants/list-inputs.ts'
import { type Mutant, type MutatedCheck, nameMutant } from './mutants/mutant.ts'
import { readVocabulary, type Vocabulary } from './mutants/vocabulary.ts'
import { type CheckSiblings, findSiblings } from './siblings/find-siblings.ts'
import { type ObservedReads, observeReads } from './siblings/observe-reads.ts'
import { KnownVerdicts } from './trials/known-verdicts.ts'
import { limitOwnTime, trialMsMax } from './trials/limit-own-time.ts'
import { tryChecks } from './trials/try-checks.ts'
import {
  compareVerdict,
  compareWorld,
  formatVerdict,
  type TrialVerdict,
  type VerdictDifference,
} from './trials/verdict.ts'
import { countWitnesses, type WitnessCount } from './witnesses/count-witnesses.ts'
import type { Witness, Witnesses } from './witnesses/read-witnesses.ts'
import type { ChangeEntry } from './witnesses/witness-schema.ts'

/** Makes mutants of a check. */
export type Mutator = (connector: AnyConnector, check: Check) => Iterable<Mutant>

export interface ProveOptions {
  /** Path of the witness file, or witnesses that were read. */
  readonly witnesses: string | URL | Witnesses
  /**
   * The vendor's own description, as a document or the text of a GraphQL schema: the source of each witness must exist in it.
   * @default sources are not looked up
   */
  readonly description?: unknown
  /** Further operators. @default none */
  readonly mutators?: readonly Mutator[] | undefined
  /** Ids of the checks. @default all */
  readonly checks?: readonly string[] | undefined
  /** How many answers are tried to tell a mutant from its check. 0: none, and mutants that no witness notices are counted alone. @default 200 */
  readonly triesMax?: number | undefined
}

/** A witness whose verdict is not that of the check: one of both is wrong. */
export interface Disagreement extends VerdictDifference {
  /** Id of the witness, or of a world as it is. */
  readonly witness: string
  readonly check: string
}

/** A mutant that no witness notices, though an answer shows it. */
export interface Survivor {
  /** As `equivalent` refers to it. */
  readonly mutant: string
  readonly kind: string
  /** A change of a world by which the mutant says something else than the check, and that world. */
  readonly world: string
  readonly change: readonly ChangeEntry[]
}

/** What one check was tried on. */
export interface CheckTrial {
  readonly check: string
  /** How many witnesses are about it, by what they expect of it. */
  readonly witnesses: WitnessCount
  /** Without those that somebody calls equivalent. */
  readonly mutants: number
  readonly killed: number
  /** Ids of witnesses that together notice every mutant that any of them notices. */
  readonly decisive: readonly string[]
  /** Mutants for which no answer was found that shows them. */
  readonly notToldApart: readonly string[]
  readonly equivalent: number
  readonly survivors: readonly Survivor[]
  /** What stands beside the members that it decides by. Left out where no description is at hand. */
  readonly siblings?: CheckSiblings | undefined
  /** Witnesses that were drawn for a second reader, and how many he labelled the same from the source alone. */
  readonly secondReader: { readonly drawn: number; readonly agreed: number }
  /** Those that he labelled otherwise. */
  readonly otherwise: readonly Disagreement[]
}

export interface ProofReport {
  readonly connector: { readonly id: string; readonly version: string }
  /** SHA-256 of the witnesses with their worlds. */
  readonly witnesses: string
  /** SHA-256 of the code that was tried. */
  readonly code: string
  /** No proof is written while there are any. */
  readonly disagreements: readonly Disagreement[]
  /** What is wrong with `equivalent`. */
  readonly mistakes: readonly string[]
  readonly checks: readonly CheckTrial[]
}

const triesMaxDefault = 200

/**
 * Tries the checks of a connector on its witnesses, and the witnesses on deliberate mistakes in each check. Without network.
 * docs/guides/proving.md explains both.
 * @throws DataFileError `WITNESS_INVALID` with every problem of the file by line and column; CheckError `CHECK_UNKNOWN`
 * @example
 * const { disagreements, checks } = await proveConnector(acme, { witnesses: 'acme.witnesses.yaml' })
 */
export async function proveConnector(
  connector: AnyConnector,
  { witnesses: from, description, ...options }: ProveOptions,
): Promise<ProofReport> {
  const described = openDescription(description)
  const witnesses = isPath(from)
    ? await loadWitnesses(typeof from === 'string' ? from : fileURLToPath(from), connector, described)
    : from
  const report = await blockNetwork(() => prove(connector, witnesses, options))
  const found = described ? findSiblings(connector, described, await observeCode(connector, witnesses)) : []
  const siblings = new Map(found.map((each) => [each.check, each]))
  return { ...report, checks: report.checks.map((trial) => ({ ...trial, siblings: siblings.get(trial.check) })) }
}

/** What checks in code read; undefined where all are of a file, whose rules say so. */
export function observeCode(connector: AnyConnector, witnesses: Witnesses): Promise<ObservedReads> | undefined {
  return connector.checks.every((check) => findCheckEntry(connector, check))
    ? undefined
    : blockNetwork(() => observeReads(connector, witnesses))
}

function isPath(from: ProveOptions['witnesses']): from is string | URL {
  return typeof from === 'string' || from instanceof URL
}

type TrialOptions = Omit<ProveOptions, 'witnesses' | 'description'>

async function prove(connector: AnyConnector, witnesses: Witnesses, options: TrialOptions): Promise<ProofReport> {
  const chosen = chooseChecks(connector, options.checks)
  const bases = new Map<string, ReadonlyMap<string, TrialVerdict>>()
  for (const [name, world] of witnesses.worlds) bases.set(name, await tryChecks(connector, world))
  const verdicts = new Map(connector.checks.map((check) => [check.id, new KnownVerdicts(connector, check)]))
  const disagreements = await findDisagreements(witnesses, bases, verdicts)
  const checks: CheckTrial[] = []
  const exceptions = new Map((witnesses.file.equivalent ?? []).map(({ mutant }) => [mutant, 'gone']))
  for (const check of disagreements.length > 0 ? [] : chosen)
    checks.push(await proveCheck(connector, check, { witnesses, bases, exceptions, verdicts, ...options }))
  const mistakes = [
    ...[...exceptions]
      .filter(([mutant, is]) => is !== 'standing' && chosen.some(({ id }) => mutant.startsWith(`${id} `)))
      .map(([mutant, is]) => `equivalent: "${mutant}" is ${is}; take it out`),
    ...findTooManyEquivalent(checks),
  ]
  return {
    connector: { id: connector.id, version: connector.definition.version ?? '0.0.0' },
    witnesses: witnesses.sha256,
    code: digestConnectorCode(connector),
    disagreements,
    mistakes: disagreements.length > 0 ? [] : mistakes,
    checks,
  }
}

/** One in a hundred mutants may be called equivalent by hand, and one in any case. More of them hide what no witness shows. */
function findTooManyEquivalent(checks: readonly CheckTrial[]): readonly string[] {
  const equivalent = checks.reduce((sum, each) => sum + each.equivalent, 0)
  const all = checks.reduce((sum, each) => sum + each.mutants, equivalent)
  const most = Math.max(1, Math.floor(all * equivalentShareMax))
  return equivalent <= most
    ? []
    : [`equivalent: ${equivalent} of ${all} mutants are called equivalent, and at most ${most} may be; write witnesses`]
}

const equivalentShareMax = 0.01

/** Verdicts of worlds and of witnesses that are not as a file says. */
async function findDisagreements(
  { worlds, witnesses }: Witnesses,
  bases: ReadonlyMap<string, ReadonlyMap<string, TrialVerdict>>,
  verdicts: VerdictsByCheck,
): Promise<readonly Disagreement[]> {
  const found: Disagreement[] = []
  const add = (witness: string, check: string, differences: readonly VerdictDifference[]) =>
    found.push(...differences.map((difference) => ({ witness, check, ...difference })))
  for (const [name, world] of worlds)
    for (const [id, actual] of bases.get(name) ?? []) add(name, id, compareWorld(world, id, actual))
  for (const { id, world, expect, answers } of witnesses) {
    for (const [check, known] of verdicts) {
      const base = bases.get(world)?.get(check)
      if (base) add(id, check, compareVerdict(base, expect[check], await known.find(answers)))
    }
  }
  return found
}

/** What the checks themselves say, by their ids. */
type VerdictsByCheck = ReadonlyMap<string, KnownVerdicts>

interface CheckRules extends TrialOptions {
  readonly witnesses: Witnesses
  readonly verdicts: VerdictsByCheck
  readonly bases: ReadonlyMap<string, ReadonlyMap<string, TrialVerdict>>
  /** Mutants that somebody calls equivalent, and what became of them. */
  readonly exceptions: Map<string, string>
}

async function proveCheck(
  connector: AnyConnector,
  check: Check,
  {
    witnesses: { worlds, witnesses, secondReading },
    bases,
    exceptions,
    verdicts,
    mutators = [],
    triesMax = triesMaxDefault,
  }: CheckRules,
): Promise<CheckTrial> {
  const own = witnesses.filter(({ expect }) => Object.hasOwn(expect, check.id))
  const says = verdicts.get(check.id) ?? new KnownVerdicts(connector, check)
  const mutants = [
    ...(await listOwnMutants(connector, check, { worlds, witnesses: own })),
    ...mutators.flatMap((make) => [...make(connector, check)]),
  ]
  const decisive = new Set<Witness>()
  const isNoticed = async (mutant: MutantTrial) => {
    // Those that noticed another one first, so that few notice all.
    for (const witness of new Set([...decisive, ...own])) {
      const base = bases.get(witness.world)?.get(check.id)
      const actual = await mutant.find(witness.answers)
      if (!base || compareVerdict(base, witness.expect[check.id], actual).length === 0) continue
      decisive.add(witness)
      return true
    }
    return false
  }
  let killed = 0
  let count = 0
  const quiet: { readonly name: string; readonly mutant: Mutant; readonly trial: MutantTrial }[] = []
  for (const mutant of mutants) {
    const mutated = mutant.build()
    if (!mutated) continue
    count++
    const name = nameMutant(mutant)
    const trial = openTrial(mutated)
    const isKilled = await isNoticed(trial)
    if (exceptions.has(name)) exceptions.set(name, isKilled ? 'noticed' : 'standing')
    if (isKilled) killed++
    else quiet.push({ name, mutant, trial })
  }
  const others = quiet.filter(({ name }) => exceptions.get(name) !== 'standing')
  const survivors: Survivor[] = []
  const notToldApart: string[] = []
  const trials =
    others.length === 0 || triesMax === 0
      ? []
      : await listTrials(connector, check, { worlds, witnesses, says, triesMax })
  for (const { name, mutant, trial } of others) {
    const shown = await findTelling(trial, trials)
    if (shown) survivors.push({ mutant: name, kind: mutant.kind, world: shown.world, change: shown.change })
    else notToldApart.push(name)
  }
  return {
    check: check.id,
    witnesses: countWitnesses(own, check),
    mutants: count - (quiet.length - others.length),
    killed,
    decisive: [...decisive].map(({ id }) => id),
    notToldApart,
    equivalent: quiet.length - others.length,
    survivors,
    ...(await compareReading(check, { bases, witnesses: own, secondReading, says })),
  }
}

/** Labels of a second reader beside what the check says, which is what the witnesses say. */
async function compareReading(
  check: Check,
  {
    witnesses,
    secondReading,
    bases,
    says,
  }: Pick<Witnesses, 'witnesses' | 'secondReading'> & Pick<CheckRules, 'bases'> & { readonly says: KnownVerdicts },
): Promise<Pick<CheckTrial, 'secondReader' | 'otherwise'>> {
  const drawn = witnesses.filter(({ id, of }) => of.check === check.id && secondReading?.labels.has(id))
  const otherwise: Disagreement[] = []
  let agreed = 0
  for (const { id, world, answers } of drawn) {
    const label = secondReading?.labels.get(id)
    const base = bases.get(world)?.get(check.id)
    if (!label || !base) continue
    const differences = compareVerdict(base, label, await says.find(answers))
    if (differences.length === 0) agreed++
    otherwise.push(...differences.map((difference) => ({ witness: id, check: check.id, ...difference })))
  }
  return { secondReader: { drawn: drawn.length, agreed }, otherwise }
}

/** Says what a check with a mistake makes of answers. Longer than a check may take, it could not tell. */
interface MutantTrial {
  find(answers: Recording): Promise<TrialVerdict>
}

function openTrial({ connector, check, changeAnswers = (answers) => answers }: MutatedCheck): MutantTrial {
  const known = new KnownVerdicts(connector, check)
  return { find: (answers) => known.find(changeAnswers(answers), limitOwnTime(trialMsMax)) }
}

/** Of a file, each part of the rule is known; of code, what it asks and says. */
async function listOwnMutants(
  connector: AnyConnector,
  check: Check,
  { worlds, witnesses }: Pick<Witnesses, 'worlds' | 'witnesses'>,
): Promise<readonly Mutant[]> {
  const file = getConnectorFile(connector)
  const vocabulary = readOwnVocabulary(connector, check, worlds)
  if (file && findCheckEntry(connector, check)) return listDataMutants(connector, check, file, vocabulary)
  const answers = [...worlds.values(), ...witnesses.map((witness) => witness.answers)]
  return listCodeMutants(connector, check, answers, vocabulary)
}

function readOwnVocabulary(connector: AnyConnector, check: Check, worlds: Witnesses['worlds']): Vocabulary {
  const file = getConnectorFile(connector)
  const exchanges = [...worlds.values()].flatMap((world) => selectOwnExchanges(world, check))
  return readVocabulary(exchanges, file ? listOwnTexts(connector, check, file) : [])
}

/** Answers that may tell a mutant from its check, with what the check says of them. */
interface Trial {
  readonly world: string
  readonly change: readonly ChangeEntry[]
  readonly answers: Recording
  readonly verdict: TrialVerdict
}

/** The answers of all witnesses, and one-member changes of each world. */
async function listTrials(
  connector: AnyConnector,
  check: Check,
  {
    worlds,
    witnesses,
    says,
    triesMax,
  }: Pick<Witnesses, 'worlds' | 'witnesses'> & { readonly says: KnownVerdicts; readonly triesMax: number },
): Promise<readonly Trial[]> {
  const trials: Trial[] = []
  const vocabulary = readOwnVocabulary(connector, check, worlds)
  const constants = readConstants(check, getConnectorFile(connector))
  // A mistake in code is another answer or another report: what the check leaves unread stays so.
  const readsOthers = findCheckEntry(connector, check) !== undefined
  for (const { world, change = [], answers } of witnesses)
    trials.push({ world, change, answers, verdict: await says.find(answers) })
  for (const [name, world] of worlds) {
    const most = Math.ceil(triesMax / worlds.size)
    for (const { change, ...input } of await listInputs(connector, check, world, {
      vocabulary,
      constants,
      most,
      readsOthers,
    }))
      trials.push({ ...input, world: name, change: [change] })
  }
  return trials
}

async function findTelling(mutant: MutantTrial, trials: readonly Trial[]): Promise<Trial | undefined> {
  for (const trial of trials) {
    const differs = async () => formatVerdict(await mutant.find(trial.answers)) !== formatVerdict(trial.verdict)
    // A machine that stands still for seconds ends a trial too. What an answer shows, it shows again.
    if ((await differs()) && (await differs())) return trial
  }
  return undefined
}
