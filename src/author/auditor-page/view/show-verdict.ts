import type { EvidenceProblem } from '../../../evidence/bundle/bundle-source.ts'
import { ofStranger, tellProblemKind } from '../../../evidence/bundle/problem-kind.ts'
import type { PackageVerification } from '../../../evidence/package/verify-package-source.ts'
import { explainFailure } from '../../../evidence/verification/explain-failure.ts'
import type { Trust, Verification } from '../../../evidence/verification/verify-source.ts'
import type { OpenedBundle } from '../blob-source.ts'
import { type Content, createElement, createLongList } from './element.ts'
import type { PageWords } from './words.ts'

/** Whom the person trusts. */
export interface TrustChoice {
  readonly trust: Trust
  /** Whether they have said it yet. */
  readonly asked: boolean
  /** Whether the browser can check signatures. */
  readonly able: boolean
}

/** `unknown`: could not tell, which is neither. */
export type VerdictKind = 'genuine' | 'broken' | 'unknown'

const marks = { genuine: '✓', broken: '✗', unknown: '?' } as const

export function createVerdictBox(kind: VerdictKind, sentence: string, ...content: readonly Content[]): HTMLElement {
  return createElement(
    'div',
    { class: `verdict ${kind}`, role: kind === 'genuine' ? 'status' : 'alert' },
    createElement('p', {}, createElement('strong', {}, `${marks[kind]} ${sentence}`)),
    ...content,
  )
}

export type Failure = Extract<Verification, { readonly verified: false }>

/**
 * A bundle that was made to break the page is one that cannot be judged.
 * @throws the browser's error where it could not read a file: that says nothing about the evidence
 */
export async function verifySafely<Found>(
  name: string,
  { problems }: Pick<OpenedBundle, 'problems'>,
  verify: () => Promise<Found>,
): Promise<Found | Failure> {
  try {
    return await verify()
  } catch (error) {
    return { verified: false, problems: [...problems, { file: name, message: explainFailure(error) }] }
  }
}

/** The first thing to see: what the signature proves, or that it could not be told. */
export function createVerdict(
  verification: Verification | PackageVerification | Failure,
  judge: TrustChoice,
  { texts, number }: PageWords,
): Content {
  const say = (text: string) => createElement('p', {}, text)
  if (!verification.verified) {
    const { kind, sentence } = judgeFailure(verification.problems, judge, texts)
    return createVerdictBox(kind, sentence, say(texts.unprovenBelow))
  }
  const { signer, alsoSignedBy } = verification
  const [notIncluded, log] = 'run' in verification ? [verification.notIncluded, verification.log] : [[], undefined]
  return createVerdictBox(
    'genuine',
    texts.genuine({ signer }),
    verification.sample && say(texts.sample),
    log && say(texts.inLog({ ...log, number: number(log.number), size: number(log.size) })),
    notIncluded.length > 0 ? say(texts.notIncluded({ files: notIncluded.join(', ') })) : undefined,
    alsoSignedBy.length > 0 ? say(texts.alsoSigned({ keys: alsoSignedBy.join(', ') })) : undefined,
  )
}

function judgeFailure(
  problems: readonly EvidenceProblem[],
  { asked, able }: TrustChoice,
  texts: PageWords['texts'],
): { readonly kind: VerdictKind; readonly sentence: string } {
  if (!able) return { kind: 'unknown', sentence: texts.cannotTellBrowser }
  const kind = tellProblemKind(problems)
  if (kind === 'log')
    return {
      kind: problems.some(({ message }) => message.includes(ofStranger)) ? 'unknown' : 'broken',
      sentence: texts.notInLog,
    }
  if (kind === 'changed') return { kind: 'broken', sentence: texts.differs }
  return { kind: 'unknown', sentence: asked ? texts.cannotTellStranger : texts.cannotTellKey }
}

export function createProblems(problems: readonly EvidenceProblem[], { texts, showMore }: PageWords): Content {
  if (problems.length === 0) return undefined
  return [
    createElement('h3', {}, tellProblemKind(problems) === 'stranger' ? texts.whyUnknown : texts.whatDiffers),
    createLongList(
      problems,
      ({ file, field, message }) =>
        createElement(
          'p',
          { class: 'problem' },
          createElement('code', {}, field === undefined ? file : `${file} ${field}`),
          ` ${message}`,
        ),
      showMore,
    ),
  ]
}
