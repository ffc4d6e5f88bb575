import type { Verifier } from '../../../evidence/bundle/dsse.ts'
import { openCheckpoint } from '../../../evidence/log/checkpoint.ts'
import type { BundleLogEntry } from '../../../evidence/verification/find-log-entry.ts'
import { verifySource } from '../../../evidence/verification/verify-source.ts'
import { encodeBase64 } from '../../../text/base64.ts'
import type { OpenedPackage } from '../blob-source.ts'
import type { ChosenLog, ChosenText } from './chosen-log.ts'
import { type Content, createElement } from './element.ts'
import { createProblems, createVerdict, createVerdictBox, type TrustChoice, verifySafely } from './show-verdict.ts'
import type { PageWords } from './words.ts'

/** The size and root of a log, by whoever says it. */
type LogTop = Pick<BundleLogEntry, 'origin' | 'size' | 'root'>

/** Checkpoints that the person kept, each compared with those before it and with what was proven. */
export async function createCheckpoints(
  files: readonly ChosenText[],
  { entries }: ChosenLog,
  keys: readonly Verifier[],
  words: PageWords,
): Promise<readonly Content[]> {
  const { texts, number } = words
  const heads: LogTop[] = [...entries]
  const shown: Content[] = []
  for (const { name, text } of files) {
    const [origin = ''] = text.split('\n', 1)
    const read = await openCheckpoint(
      text,
      keys.map((key) => ({ name: origin, key })),
    )
    const head = read && { origin, size: read.size, root: encodeBase64(read.root) }
    const content = head
      ? createComparison(head, heads, words)
      : createVerdictBox('unknown', texts.checkpointUnproven({ origin }))
    if (head) heads.push(head)
    const line = head && createElement('p', {}, texts.checkpoint({ origin, size: number(head.size) }))
    shown.push(createArticle(name, line, content))
  }
  return shown
}

/** Two logs of one size and different roots are two logs; of different sizes, only the log itself can tell. */
function createComparison(head: LogTop, others: readonly LogTop[], { texts, number }: PageWords): Content {
  const related = others.filter(({ origin }) => origin === head.origin)
  const same = related.filter(({ size }) => size === head.size)
  if (same.some(({ root }) => root !== head.root))
    return createVerdictBox('broken', texts.logForked({ size: number(head.size) }))
  const larger = related.find(({ size }) => size !== head.size)
  return [
    createVerdictBox('genuine', same.length > 0 ? texts.sameCheckpoint : texts.checkpointSigned),
    larger && createElement('p', {}, texts.askTheLog({ size: number(larger.size) })),
  ]
}

/** Proofs about runs whose bundles are in a package. */
export async function createPackageProofs(
  source: OpenedPackage,
  log: ChosenLog,
  judge: TrustChoice,
  words: PageWords,
): Promise<Content> {
  const shown: Content[] = []
  for (const { name, text: proof, runId } of log.proofs) {
    const file = `runs/${runId}.zip`
    if (!source.has(file)) continue
    log.take(name, runId)
    const bundle = await source.openBundle(file)
    const verification = await verifySafely(file, bundle, () => verifySource(bundle, judge.trust, file, { proof }))
    if (verification.verified && 'log' in verification && verification.log) log.keep(verification.log)
    shown.push([
      createElement('p', { class: 'part' }, createElement('code', {}, `${name}: ${file}`)),
      createVerdict(verification, judge, words),
      createProblems(verification.verified ? [] : verification.problems, words),
    ])
  }
  return shown.length === 0 ? undefined : [createElement('h3', {}, words.texts.proofs), ...shown]
}

/** Proofs that nothing was given for. */
export function createLeftProofs(log: ChosenLog, { texts }: PageWords): readonly Content[] {
  return log
    .listLeft()
    .map(({ name, runId }) => createArticle(name, createVerdictBox('unknown', texts.proofOfNothing({ run: runId }))))
}

function createArticle(name: string, ...content: readonly Content[]): Content {
  return createElement('article', {}, createElement('h3', { class: 'name' }, name), ...content)
}
