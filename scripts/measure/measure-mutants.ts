import { readFileSync, writeFileSync } from 'node:fs'
import { codeConnectorIds } from 'checkwright/connectors'
import { KnownVerdicts } from '../../src/author/prove/trials/known-verdicts.ts'
import { compareVerdict, type TrialVerdict } from '../../src/author/prove/trials/verdict.ts'
import { readWitnesses, type Witness } from '../../src/author/prove/witnesses/read-witnesses.ts'
import type { AnyConnector } from '../../src/define/index.ts'
import { type CodeMutant, instrumentConnector, mutantSwitch } from './instrumented-connector.ts'

/**
 * Counts how many mutants of the code of connectors their witnesses notice. Every expression of the code has mutants, where a proof has
 * those of what a check asks and says. Takes ids, or does all with a witness file of their own; `--alive` lists what nobody notices,
 * `--write` keeps the figures.
 */
interface MutantFigures {
  /** Without those in texts and requests. */
  readonly mutants: number
  /** In code that a case runs through. */
  readonly reached: number
  readonly noticed: number
  /** In code that is run when it is loaded: lists of words, and what describes a check. */
  readonly atOnce: number
  readonly noticedAtOnce: number
}

const figuresFile = new URL('../../test/connectors/code/mutant-figures.json', import.meta.url)
const flags = process.argv.slice(2).filter((each) => each.startsWith('--'))
const ids = process.argv.slice(2).filter((each) => !each.startsWith('--'))
const mutantMsMax = 5_000

for (const id of ids.length > 0 ? ids : codeConnectorIds) {
  const { figures, alive } = await measure(id)
  console.log(JSON.stringify({ id, ...figures }))
  if (flags.includes('--alive')) for (const { name } of alive) console.log(`  ${name}`)
  if (!flags.includes('--write')) continue
  const known: Record<string, MutantFigures> = JSON.parse(readFileSync(figuresFile, 'utf8'))
  const sorted = Object.entries({ ...known, [id]: figures }).toSorted(([a], [b]) => (a < b ? -1 : 1))
  writeFileSync(figuresFile, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`)
}

/** A check on the answers of a witness. */
interface Trial {
  readonly check: string
  readonly witness: Witness
  readonly base: TrialVerdict
}

async function measure(id: string) {
  const instrumented = await instrumentConnector(id)
  const connector = await instrumented.load()
  const trials = await listTrials(connector, id)
  const { mutants } = instrumented
  const covered = mutantSwitch.mutantCoverage
  const reaching = new Map<string, Trial[]>()
  for (const trial of trials)
    for (const mutant of Object.keys(covered?.perTest[nameTrial(trial)] ?? {}))
      reaching.set(mutant, [...(reaching.get(mutant) ?? []), trial])
  const reached = mutants.filter((mutant) => reaching.has(mutant.id))
  const atOnce = mutants.filter(({ id: mutant }) => !reaching.has(mutant) && covered?.static[mutant] !== undefined)
  const alive: CodeMutant[] = []
  for (const mutant of reached)
    if (!(await isNoticed(mutant, reaching.get(mutant.id) ?? [], () => connector))) alive.push(mutant)
  const aliveAtOnce: CodeMutant[] = []
  for (const mutant of atOnce)
    if (!(await isNoticed(mutant, trials, () => instrumented.load()))) aliveAtOnce.push(mutant)
  const figures: MutantFigures = {
    mutants: mutants.length,
    reached: reached.length,
    noticed: reached.length - alive.length,
    atOnce: atOnce.length,
    noticedAtOnce: atOnce.length - aliveAtOnce.length,
  }
  return { figures, alive }
}

/** Each witness of each check that it says something of. Each is run once, so that the code says who came by. */
async function listTrials(connector: AnyConnector, id: string): Promise<readonly Trial[]> {
  const { worlds, witnesses } = await readWitnesses(`connectors/${id}/${id}.witnesses.yaml`, connector)
  const trials: Trial[] = []
  for (const check of connector.checks) {
    for (const witness of witnesses.filter(({ expect }) => Object.hasOwn(expect, check.id))) {
      const world = worlds.get(witness.world)
      if (!world) continue
      const base = await new KnownVerdicts(connector, check).find(world)
      const trial = { check: check.id, witness, base }
      mutantSwitch.currentTestId = nameTrial(trial)
      await new KnownVerdicts(connector, check).find(witness.answers)
      mutantSwitch.currentTestId = undefined
      trials.push(trial)
    }
  }
  return trials
}

function nameTrial({ check, witness }: Trial): string {
  return `${witness.id} ${check}`
}

/** @param load gives the connector while the mutant is active */
async function isNoticed(
  { id }: CodeMutant,
  trials: readonly Trial[],
  load: () => AnyConnector | Promise<AnyConnector>,
): Promise<boolean> {
  Object.assign(mutantSwitch, { activeMutant: id, hitCount: 0 })
  try {
    const connector = await load()
    for (const { check: own, witness, base } of trials) {
      const check = connector.checks.find((each) => each.id === own)
      if (!check) return true
      const verdict = await new KnownVerdicts(connector, check).find(witness.answers, AbortSignal.timeout(mutantMsMax))
      if (compareVerdict(base, witness.expect[own], verdict).length > 0) return true
    }
    return false
  } catch {
    // The connector cannot be loaded with it.
    return true
  } finally {
    mutantSwitch.activeMutant = undefined
  }
}
