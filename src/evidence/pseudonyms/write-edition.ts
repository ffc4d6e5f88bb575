import { computeEvidenceDigest } from '../../checks/judgements/evidence-digest.ts'
import { type FindingJudgement, type Judgements, openJudgements } from '../../checks/judgements/open-judgements.ts'
import type { CrossCheck } from '../../crosscheck/define/cross-check.ts'
import {
  type CrossCheckInputs,
  type CrossCheckInventory,
  type CrossCheckSource,
  type CrossCheckSystem,
  cutPieces,
  type Pieces,
} from '../../crosscheck/define/inputs.ts'
import type { CrossCheckRunHead, DisposableCrossCheckRun } from '../../crosscheck/run/cross-check-run.ts'
import { runCrossCheck } from '../../crosscheck/run/run-cross-check.ts'
import { type ResultRecord, systemClock } from '../../define/index.ts'
import { CheckwrightError } from '../../errors/index.ts'
import { RecordsDigest } from '../../inventory/records-digest.ts'
import { beginBundle, type FinishedBundle } from '../bundle/bundle-draft.ts'
import { openBundle } from '../bundle/open-bundle.ts'
import type { Signer } from '../bundle/signer.ts'
import { openJudgedInputs, readCrossCheckRun } from '../replay/judged-inputs.ts'
import { readManifestDigest } from '../verification/read-manifest-digest.ts'
import { type TrustedKeys, verifyBundle } from '../verification/verify.ts'
import { KnownWords } from './known-words.ts'
import type { PseudonymTable } from './pseudonym-table.ts'
import { leftOut, Pseudonymizer } from './pseudonymizer.ts'

export interface EditionParts {
  readonly crossCheck: CrossCheck
  readonly table: PseudonymTable
  /** Keys of the bundle. */
  readonly trusted: TrustedKeys
  readonly signer: Signer
}

/**
 * Writes the pseudonymous edition of the bundle of a cross-check: ids, addresses and names are replaced by those of the table in all
 * that it judged by, and the cross-check judges that again. So no text of the edition comes from anything else, it replays as any
 * bundle does, and it has the same verdict for every resource.
 * @param path of the whole bundle, which stays with the organization
 * @param target a folder, or a file with a name that ends in `.zip`
 * @throws CheckwrightError `BUNDLE_INVALID` for what no trusted key signed or is no cross-check's; `RUN_NOT_REPLAYABLE`;
 * `PSEUDONYMS_UNEQUAL` where the edition would say something else than the bundle; errors of `beginBundle`
 */
export async function writePseudonymousEdition(
  path: string,
  target: string,
  { crossCheck, table, trusted, signer }: EditionParts,
): Promise<FinishedBundle & { readonly head: CrossCheckRunHead }> {
  const { verified } = await verifyBundle(path, trusted)
  if (!verified)
    throw new CheckwrightError(
      `"${path}" is not what a trusted key signed. "checkwright verify" with this bundle shows what differs.`,
      { code: 'BUNDLE_INVALID' },
    )
  const source = await openBundle(path)
  try {
    const { head, results } = await readCrossCheckRun(path, source)
    if (head.edition !== undefined || !head.replayable || head.checks[0]?.id !== crossCheck.id)
      throw new CheckwrightError(
        head.edition === undefined
          ? `Only a whole run of the cross-check "${crossCheck.id}" has a pseudonymous edition. ${head.notReplayableBecause ?? ''}`.trim()
          : `"${path}" is a pseudonymous edition already.`,
        { code: 'RUN_NOT_REPLAYABLE' },
      )
    const judged = await openJudgedInputs(source, head)
    const inputs: CrossCheckInputs = { ...head.inputs, organizationId: head.organizationId }
    const pseudonymizer = new Pseudonymizer(table, await collectWords(inputs, judged), inputs)
    const replaced = replaceSource(judged, pseudonymizer)
    const replacement = pseudonymizer.replaceInputs(inputs, await describeInventories(inputs, replaced))
    const before = await Array.fromAsync(results(crossCheck.id))
    const clock = { ...systemClock, nowMs: () => Date.parse(head.finishedAt) }
    const options = { id: head.id, clock }
    const judgements = await openReplacedJudgements(before, pseudonymizer, crossCheck, inputs, () =>
      runCrossCheck(crossCheck, replacement, replaced, options),
    )
    await using again = await runCrossCheck(crossCheck, replacement, replaced, { ...options, judgements })
    demandEqual(head, before, again.head, await Array.fromAsync(again.results(crossCheck.id)), pseudonymizer)
    const edition = { of: await readManifestDigest(source) }
    const run = nameEdition(again, { ...again.head, edition })
    const draft = await beginBundle(target)
    try {
      return { ...(await draft.finish(run, signer)), head: run.head }
    } finally {
      await draft.discard()
    }
  } finally {
    await source.close()
  }
}

/** Everybody's words have to be known before the first text is replaced. */
async function collectWords({ systems }: CrossCheckInputs, source: CrossCheckSource): Promise<KnownWords> {
  const words = new KnownWords()
  for (const { connectionId, inventories } of systems)
    for (const inventory of inventories)
      for await (const piece of source.records(connectionId, inventory))
        for (const record of piece) words.addRecord(record)
  return words
}

/** The records of one list are in memory at a time, because pseudonyms have another order than ids. */
function replaceSource(source: CrossCheckSource, pseudonymizer: Pseudonymizer): CrossCheckSource {
  async function* sort<T>(pieces: Pieces<T>, replace: (item: T) => T, idOf: (item: T) => string): AsyncGenerator<T> {
    const all: T[] = []
    for await (const piece of pieces) for (const item of piece) all.push(replace(item))
    yield* all.sort((a, b) => (idOf(a) < idOf(b) ? -1 : 1))
  }
  return {
    records: (connectionId, inventory) =>
      cutPieces(
        sort(
          source.records(connectionId, inventory),
          (record) => pseudonymizer.replaceRecord(record),
          ({ id }) => id,
        ),
      ),
    links: (connectionId, of) =>
      cutPieces(
        sort(
          source.links(connectionId, of),
          (link) => pseudonymizer.replaceLink(link),
          ({ recordId }) => recordId,
        ),
      ),
  }
}

/** The inventories of each system with the digests of their replaced records. */
async function describeInventories(
  { systems }: CrossCheckInputs,
  source: CrossCheckSource,
): Promise<(system: CrossCheckSystem) => readonly CrossCheckInventory[]> {
  const described = new Map<string, readonly CrossCheckInventory[]>()
  for (const { connectionId, inventories } of systems) {
    const own: CrossCheckInventory[] = []
    for (const inventory of inventories) {
      const digest = new RecordsDigest()
      for await (const piece of source.records(connectionId, inventory)) for (const record of piece) digest.add(record)
      own.push({ ...inventory, digest: digest.finish() })
    }
    described.set(connectionId, own)
  }
  return ({ connectionId }) => described.get(connectionId) ?? []
}

/** A judgement is bound to the evidence of its result, and the edition has other evidence: that of the same resource. */
async function openReplacedJudgements(
  before: readonly ResultRecord[],
  pseudonymizer: Pseudonymizer,
  crossCheck: CrossCheck,
  { now }: CrossCheckInputs,
  run: () => Promise<DisposableCrossCheckRun>,
): Promise<Judgements | undefined> {
  const judged = new Map(
    before.flatMap((result) => (result.judged ? [[placeOf(result, pseudonymizer), result.judged] as const] : [])),
  )
  if (judged.size === 0) return undefined
  await using unjudged = await run()
  const found: FindingJudgement[] = []
  for await (const result of unjudged.results(crossCheck.id)) {
    const judgement = result.status === 'manual' ? judged.get(placeOf(result)) : undefined
    if (!judgement) continue
    found.push({
      ...judgement,
      by: pseudonymizer.replaceActor(judgement.by),
      reason: leftOut,
      files: judgement.files.map(({ id, sha256 }) => ({ id, name: leftOut, sha256 })),
      findingId: result.findingId,
      evidenceSha256: computeEvidenceDigest(result, crossCheck),
    })
  }
  return openJudgements(found, new Date(now))
}

/** @throws CheckwrightError `PSEUDONYMS_UNEQUAL` */
function demandEqual(
  head: CrossCheckRunHead,
  before: readonly ResultRecord[],
  headAfter: CrossCheckRunHead,
  after: readonly ResultRecord[],
  pseudonymizer: Pseudonymizer,
): void {
  const [left, right] = [
    before.map((result) => describeVerdict(result, placeOf(result, pseudonymizer))).sort(),
    after.map((result) => describeVerdict(result, placeOf(result))).sort(),
  ]
  const at = left.findIndex((verdict, index) => verdict !== right[index])
  const [countBefore, countAfter] = [head, headAfter].map(({ checks }) => checks[0]?.undecided?.count ?? 0)
  if (at === -1 && left.length === right.length && head.status === headAfter.status && countBefore === countAfter)
    return
  throw new CheckwrightError(
    `The edition would say something else than the bundle, for example about ${left[at] ?? right[left.length] ?? 'what could not be told'}. Nothing was written. A waiver by a pattern of ids is a common reason: name the ids.`,
    { code: 'PSEUDONYMS_UNEQUAL' },
  )
}

function placeOf({ resource }: ResultRecord, pseudonymizer?: Pseudonymizer): string {
  return `${resource.type} ${pseudonymizer ? pseudonymizer.replaceResource(resource) : resource.id}`
}

function describeVerdict({ status, waived, judged }: ResultRecord, place: string): string {
  return `${place}: ${status}${waived ? ', waived' : ''}${judged ? `, ${judged.decision}` : ''}`
}

function nameEdition(run: DisposableCrossCheckRun, head: CrossCheckRunHead): DisposableCrossCheckRun {
  return {
    head,
    source: run.source,
    results: (checkId) => run.results(checkId),
    isUndecided: (findingId) => run.isUndecided(findingId),
    close: () => run.close(),
    [Symbol.asyncDispose]: () => run.close(),
  }
}
