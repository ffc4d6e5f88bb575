import { existsSync, readFileSync } from 'node:fs'
import { parseDataFile } from '../../data/data-file.ts'
import { openDescribedApi } from '../../data/described/described-api.ts'
import { getFormat } from '../../data/format/connector-file.ts'
import type { AnyConnector } from '../../define/index.ts'
import type { Description } from '../../descriptions/description.ts'
import { loadConnector } from '../../service/commands/connector-file/load-connector.ts'
import { loadWitnesses } from '../prove/load-witnesses.ts'
import { findWitnesses, locateWitnesses } from '../prove/locate-witnesses.ts'
import { selectOwnExchanges } from '../prove/mutants/list-inputs.ts'
import { type CheckTrial, type ProofReport, proveConnector } from '../prove/prove-connector.ts'
import { tryCheck } from '../prove/trials/try-checks.ts'
import { compareVerdict, formatDifference, type TrialVerdict } from '../prove/trials/verdict.ts'
import { drawCases, nameCase } from '../prove/witnesses/draw-cases.ts'
import type { ReadableCase } from '../prove/witnesses/format-cases.ts'
import { parseLocator } from '../prove/witnesses/locator.ts'
import { locateReading } from '../prove/witnesses/read-labels.ts'
import type { Witness, Witnesses } from '../prove/witnesses/read-witnesses.ts'
import { type CheckClaim, findConfirmation } from '../prove/witnesses/reading-schema.ts'
import type { ExpectEntry } from '../prove/witnesses/witness-schema.ts'
import { judgeTarget } from '../validate/judge-target.ts'
import { type AuthorProblem, toFileProblems, toProblem, toValidateProblems } from './author-problem.ts'
import { listConfirmations } from './list-confirmations.ts'
import { listProbes, makeProbe, type Probe, readOperationPath } from './list-probes.ts'
import { listProofProblems } from './proof-problems.ts'
import { findSignInProblems } from './sign-in-problems.ts'

/** Whether a connector is accepted, and what it rests on. */
export interface Acceptance {
  /** Nothing stands against it. A person still publishes it. */
  readonly isAccepted: boolean
  readonly problems: readonly AuthorProblem[]
  /** Cases that a person has to label. Undefined while the connector is not proven. */
  readonly cases: readonly ReadableCase[] | undefined
  /** What a person has to agree to of each check. Undefined while the connector is not proven. */
  readonly confirmations: readonly CheckClaim[] | undefined
  readonly witnesses: Witnesses | undefined
  readonly report: ProofReport | undefined
}

/**
 * Holds a connector as data to what is demanded of one that a model wrote: every rule, no survivor that an answer shows, no member
 * unread, each source in the description, and labels of a person that agree for all cases that are drawn.
 * @param file of the connector
 */
export async function acceptConnector(file: string, description: Description): Promise<Acceptance> {
  const refuse = (problems: readonly AuthorProblem[], rest: Partial<Acceptance> = {}): Acceptance => ({
    isAccepted: problems.length === 0,
    problems,
    cases: rest.cases,
    confirmations: rest.confirmations,
    witnesses: rest.witnesses,
    report: rest.report,
  })
  const opened = await openFiles(file, description)
  if ('problems' in opened) return refuse(opened.problems)
  const { connector, witnesses } = opened
  const report = await proveConnector(connector, { witnesses, description: description.root.value })
  const problems = [
    ...(await listRuleProblems(file, connector, description)),
    ...listSourceProblems(witnesses),
    ...listStraySources(connector, witnesses, description),
    ...(await listEmptyWorlds(connector, witnesses, file)),
    ...listProofProblems(report, witnesses, file),
  ]
  if (report.disagreements.length > 0) return refuse(problems, { witnesses, report })
  const { cases, probes } = await drawForAcceptance(connector, witnesses, report, description)
  problems.push(
    ...(await listLabelProblems(connector, witnesses, { cases, probes })),
    ...listConfirmationProblems(connector, witnesses),
  )
  return refuse(problems, { cases, confirmations: listConfirmations(connector), witnesses, report })
}

async function openFiles(
  file: string,
  description: Description,
): Promise<
  { readonly connector: AnyConnector; readonly witnesses: Witnesses } | { readonly problems: readonly AuthorProblem[] }
> {
  let connector: AnyConnector
  try {
    connector = await loadConnector(file)
  } catch (error) {
    return { problems: toFileProblems(error, file) }
  }
  const path = findWitnesses(file)
  if (path === undefined) {
    const message = `${connector.id} has no witnesses, so nothing shows what its judgements were tried on`
    return {
      problems: [
        {
          code: 'WITNESS_LACKING',
          message,
          remedy: 'Write witnesses. docs/guides/proving.md shows how.',
          file: locateWitnesses(file),
        },
      ],
    }
  }
  try {
    return { connector, witnesses: await loadWitnesses(path, connector, description) }
  } catch (error) {
    return { problems: toFileProblems(error, path) }
  }
}

async function listRuleProblems(
  file: string,
  connector: AnyConnector,
  description: Description,
): Promise<readonly AuthorProblem[]> {
  const rules = { seen: new Map(), description, witnesses: [] }
  const { findings } = await judgeTarget(file, [connector], rules)
  const found = findings.filter(({ level }) => level !== 'hint')
  const { place } = parseDataFile(file, readFileSync(file), {
    what: 'connector file',
    code: 'DEFINITION_INVALID',
    schema: getFormat(),
  })
  return [
    ...toValidateProblems(found, file),
    ...findSignInProblems(connector, description).map((problem) =>
      toProblem(place(problem), {
        code: 'SIGN_IN_OTHERWISE',
        remedy: 'Take the host and the way to sign in from the description.',
        file,
      }),
    ),
  ]
}

function listSourceProblems({ file, name, place }: Witnesses): readonly AuthorProblem[] {
  const unsourced = file.witnesses.flatMap(({ id, source }, index) =>
    source
      ? []
      : [
          toProblem(place({ path: ['witnesses', index], message: `${id} has no source` }), {
            code: 'SOURCE_LACKING',
            remedy: 'Name the member or word of the description that says what is right.',
            file: name,
          }),
        ],
  )
  const excused = (file.equivalent ?? []).map(({ mutant }, index) =>
    toProblem(place({ path: ['equivalent', index], message: `"${mutant}" is called equivalent` }), {
      code: 'EQUIVALENT_CLAIMED',
      remedy: 'Take it out. A mistake that no answer shows stands against nothing.',
      file: name,
    }),
  )
  return [...unsourced, ...excused]
}

/** Witnesses whose source is another answer than those that their check asks for: a member there may only have the same name. */
function listStraySources(
  connector: AnyConnector,
  { file, worlds, name, place }: Witnesses,
  description: Description,
): readonly AuthorProblem[] {
  const api = openDescribedApi(description, connector.definition.baseUrl)
  const asked = new Map(
    connector.checks.map((check) => [
      check.id,
      new Set(
        [...worlds.values()]
          .flatMap((world) => selectOwnExchanges(world, check))
          .map((exchange) => readOperationPath(exchange, connector, api)),
      ),
    ]),
  )
  return file.witnesses.flatMap(({ id, of, source }, index) => {
    const root = source && parseLocator(source.locator)?.root
    if (!root || !('path' in root)) return []
    const found = api.find(root.method, root.path)
    if ('problem' in found || asked.get(of.check)?.has(`${root.method} ${found.operation.path}`) !== false) return []
    const message = `${id} rests on ${root.method} ${found.operation.path}, which ${of.check} does not ask for`
    return [
      toProblem(place({ path: ['witnesses', index, 'source', 'locator'], message }), {
        code: 'SOURCE_ELSEWHERE',
        remedy: 'Name the member in the answer that decides. One of the same name elsewhere says nothing of it.',
        file: name,
      }),
    ]
  })
}

/** Checks of which no world shows anything: a mistake in them would be shown by nothing. */
async function listEmptyWorlds(
  connector: AnyConnector,
  { worlds, name, place }: Witnesses,
  file: string,
): Promise<readonly AuthorProblem[]> {
  const problems: AuthorProblem[] = []
  for (const check of connector.checks) {
    let isShown = false
    for (const world of worlds.values()) {
      const { resources } = await tryCheck(connector, world, check)
      isShown ||= [...resources.values()].some((status) => ['pass', 'fail', 'manual'].includes(status))
    }
    if (isShown) continue
    const message = `no world has anything that ${check.id} decides`
    problems.push(
      toProblem(place({ path: ['worlds'], message }), {
        code: 'WORLD_EMPTY',
        remedy: `Record answers, or write some, in which it decides. Without them nothing shows a mistake in ${file}.`,
        file: name,
      }),
    )
  }
  return problems
}

interface DrawnCases {
  readonly cases: readonly ReadableCase[]
  readonly probes: readonly Probe[]
}

/**
 * What a person labels: each world as it is, one in twenty witnesses by lot, witnesses that together notice every mistake that is
 * noticed, and cases in which what the check leaves unread has other values.
 */
async function drawForAcceptance(
  connector: AnyConnector,
  witnesses: Witnesses,
  { checks }: ProofReport,
  description: Description,
): Promise<DrawnCases> {
  const titles = new Map(connector.checks.map(({ id, title }) => [id, title]))
  const lot = new Set(drawCases(witnesses.file).map(({ witness }) => witness.id))
  const decisive = new Set(checks.flatMap((trial) => trial.decisive))
  const drawn = witnesses.file.witnesses
    .filter(({ id, change }) => change === undefined || lot.has(id) || decisive.has(id))
    .map((witness) => ({
      name: nameCase(witness),
      check: witness.of.check,
      title: titles.get(witness.of.check),
      world: witness.world,
      change: witness.change,
      source: witness.source,
      isProbe: false,
    }))
  const probes: Probe[] = []
  for (const trial of checks) {
    const check = connector.checks.find(({ id }) => id === trial.check)
    if (!check) continue
    for (const { world, change = [], answers } of chooseOthers(trial, witnesses)) {
      const probe = await makeProbe(connector, check, world, { answers, change })
      if (probe) probes.push(probe)
    }
    if (trial.siblings) probes.push(...(await listProbes(connector, check, trial.siblings, witnesses, description)))
  }
  const made = probes.map(({ name, check, world, change }) => ({
    name,
    check,
    title: titles.get(check),
    world,
    change: [...change],
    source: undefined,
    isProbe: true,
  }))
  return { cases: [...drawn, ...made], probes }
}

/** Cases of one check that come from witnesses of others. More of them nobody labels. */
const othersMax = 10

/** Witnesses of other checks that notice a mistake in this one, or in which a member differs that decides here. */
function chooseOthers({ check, decisive, siblings }: CheckTrial, { witnesses }: Witnesses): readonly Witness[] {
  const others = witnesses.filter(({ of, change }) => of.check !== check && change !== undefined)
  const names = new Set(siblings?.decisive.map((place) => readLastName(place.slice(place.indexOf(' ') + 1))))
  const byChange = new Map(
    others
      .filter(({ change = [] }) => change.every(({ at }) => at !== undefined && names.has(readLastName(at))))
      .map((witness) => [JSON.stringify(witness.change), witness]),
  )
  const noticing = others.filter(({ id }) => decisive.includes(id))
  return [...new Set([...noticing, ...[...byChange.values()].slice(0, othersMax)])]
}

function readLastName(place: string): string | undefined {
  return place
    .replaceAll(/\[[^\]]*\]/g, '')
    .split(/[. ]/)
    .at(-1)
}

async function listLabelProblems(
  connector: AnyConnector,
  witnesses: Witnesses,
  { cases, probes }: DrawnCases,
): Promise<readonly AuthorProblem[]> {
  const file = locateReading(witnesses.name)
  const remedy =
    'Draw the cases, and let a person fill in "expect" and "reader" from the source alone. No model and no tool labels them.'
  const reading = witnesses.secondReading
  const add = (code: string, message: string, how = remedy): AuthorProblem => ({ code, message, remedy: how, file })
  if (!reading || !existsSync(file)) return [add('LABEL_MISSING', `${cases.length} cases have no label of a person`)]
  const found: AuthorProblem[] = []
  if (reading.reader === undefined) found.push(add('READER_MISSING', 'Nobody says who read the source'))
  const bases = new Map<string, TrialVerdict>()
  for (const check of connector.checks)
    for (const [world, recording] of witnesses.worlds)
      bases.set(`${check.id} ${world}`, await tryCheck(connector, recording, check))
  for (const { name, check, world, change, isProbe } of cases) {
    const witness = witnesses.witnesses.find((each) => !isProbe && nameCase(each) === name)
    const label = witness ? reading.labels.get(witness.id) : reading.probes.get(name)
    const base = bases.get(`${check} ${world}`)
    if (label === undefined || label === null) {
      found.push(add('LABEL_MISSING', `the case ${name} of ${check} has no label of a person`))
      continue
    }
    if (change === undefined && base) {
      const unnamed = listUnnamed(label, base)
      if (unnamed.length > 0)
        found.push(
          add(
            'LABEL_INCOMPLETE',
            `the case ${name} of ${check} is the world as it is, and its label does not name ${unnamed.join(', ')}`,
            'Let the person say a verdict for each resource of the world.',
          ),
        )
    }
    const verdict = probes.find((probe) => probe.name === name)?.verdict
    if (!base || !verdict) continue
    found.push(
      ...compareVerdict(base, label, verdict).map((difference) =>
        add(
          'LABEL_OTHERWISE',
          `the person labels the case ${name} otherwise: ${check} ${formatDifference(difference)}`,
          'A member that the check leaves unread turns the verdict. Read it in the check.',
        ),
      ),
    )
  }
  return found
}

/** What a person has not agreed to, of what no case shows. */
function listConfirmationProblems(connector: AnyConnector, witnesses: Witnesses): readonly AuthorProblem[] {
  const agreed = witnesses.secondReading?.confirmations ?? []
  return listConfirmations(connector).flatMap((claim): AuthorProblem[] => {
    const found = findConfirmation(agreed, claim)
    if (found?.agreed === true) return []
    const isRefused = found?.agreed === false
    return [
      {
        code: isRefused ? 'CONFIRMATION_REFUSED' : 'CONFIRMATION_MISSING',
        message: isRefused
          ? `the person does not agree that ${claim.check} asks for all that its title speaks of, with fit limits, statements and controls`
          : `nobody has agreed to what ${claim.check} asks for, its limits, statements and controls as they are now`,
        remedy: isRefused
          ? 'Ask the person what is wrong, and mend the check.'
          : 'Draw the cases again, and let the person fill in "agreed" under "confirmations".',
        file: locateReading(witnesses.name),
      },
    ]
  })
}

/** Resources of a world that a label says nothing of. */
function listUnnamed(label: ExpectEntry, { resources }: TrialVerdict): readonly string[] {
  if (typeof label === 'string' || label.error !== undefined) return []
  const { error: _error, ...named } = label
  const ids = new Set(Object.values(named).flatMap((each) => each ?? []))
  return [...resources.keys()].filter((id) => !ids.has(id))
}
