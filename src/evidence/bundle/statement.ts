import { type CheckHead, type RunStatus, version } from '../../define/index.ts'
import type { FileDigest } from './bundle-source.ts'
import { isAccessReviewHead, isConnectionHead, isCrossCheckHead, type SignedRunHead } from './signed-run.ts'

export const payloadType = 'application/vnd.in-toto+json'
export const statementType = 'https://in-toto.io/Statement/v1'

/** The two statements about a bundle: one that other tools understand, and one for what they have no terms for. */
export const predicateTypes = {
  testResult: 'https://in-toto.io/attestation/test-result/v0.1',
  run: 'urn:checkwright:attestation:run:v1',
} as const

/** An in-toto Statement v1 (https://github.com/in-toto/attestation/tree/main/spec/v1). */
export interface InTotoStatement {
  readonly _type: string
  readonly subject: readonly { readonly name: string; readonly digest: { readonly sha256: string } }[]
  readonly predicateType: string
  readonly predicate: object
}

/** The bundle of the previous run, so that a run that is missing from a series shows. */
export interface PreviousBundle {
  /** Id of its run. */
  readonly run: string
  /** SHA-256 of its manifest.json, which has the digests of the other files. */
  readonly sha256: string
}

/** The payloads of a bundle's statements, byte for byte. @param files of the bundle, including the manifest */
export function buildStatements(
  run: SignedRunHead,
  files: readonly FileDigest[],
  previous: PreviousBundle | undefined,
): readonly string[] {
  const subject = files.map(({ name, sha256 }) => ({ name, digest: { sha256 } }))
  const statement = (predicateType: string, predicate: object): InTotoStatement => ({
    _type: statementType,
    subject,
    predicateType,
    predicate,
  })
  return [
    statement(predicateTypes.testResult, createTestResult(run)),
    statement(predicateTypes.run, createRunPredicate(run, previous)),
  ].map((each) => JSON.stringify(each))
}

/** https://github.com/in-toto/attestation/blob/main/spec/predicates/test-result.md */
function createTestResult(run: SignedRunHead) {
  const { checks } = run
  const named = (outcome: StatementOutcome) =>
    checks.filter((check) => toTestOutcome(check.status) === outcome).map(({ id }) => id)
  return {
    // `not_applicable` counts neither way, and a run with nothing else has no term of its own here.
    result: outcomes.find((outcome) => named(outcome).length > 0) ?? 'PASSED',
    configuration: describeConfiguration(run),
    passedTests: named('PASSED'),
    warnedTests: named('WARNED'),
    failedTests: named('FAILED'),
  }
}

/** What was run: the connector, the cross-check, or the review. */
function describeConfiguration(run: SignedRunHead): readonly object[] {
  if (isCrossCheckHead(run))
    return run.checks.map(({ id }) => ({
      name: id,
      uri: `urn:checkwright:cross-check:${encodeURIComponent(id)}`,
      ...describeDigest(run.code),
    }))
  if (isAccessReviewHead(run)) return run.checks.map(({ id }) => ({ name: id, uri: 'urn:checkwright:access-review' }))
  const { id, version, source } = run.connector
  if (run.received) {
    const { tool, format, file } = run.received
    return [{ name: tool.name, uri: `urn:checkwright:import:${format}`, digest: { sha256: file.sha256 } }]
  }
  return [
    {
      name: `${id}@${version}`,
      uri: `urn:checkwright:connector:${encodeURIComponent(id)}:${encodeURIComponent(version)}`,
      ...describeDigest(source ?? run.code),
    },
  ]
}

function describeDigest(of: { readonly sha256: string } | undefined): object {
  return of ? { digest: { sha256: of.sha256 } } : {}
}

/** The worst first. */
const outcomes = ['FAILED', 'WARNED', 'PASSED'] as const

type StatementOutcome = (typeof outcomes)[number]

/** Could not tell is neither pass nor fail: a person has to look, as with `manual`. */
function toTestOutcome(status: RunStatus): StatementOutcome | undefined {
  return ({ pass: 'PASSED', fail: 'FAILED', manual: 'WARNED', error: 'WARNED', not_applicable: undefined } as const)[
    status
  ]
}

function createRunPredicate(run: SignedRunHead, previous: PreviousBundle | undefined) {
  const { id, organizationId, startedAt, finishedAt, status, replayable, summary } = run
  return {
    run: {
      id,
      kind: run.kind,
      connector: isConnectionHead(run) ? run.connector : undefined,
      connectionId: isConnectionHead(run) ? run.connectionId : undefined,
      code: !isAccessReviewHead(run) && run.code ? run.code : undefined,
      organizationId,
      startedAt,
      finishedAt,
      status,
      replayable,
    },
    checks: run.checks.map(toStatementCheck),
    summary,
    previous,
    writtenBy: { name: 'checkwright', version },
  }
}

function toStatementCheck({ id, status, error, controls }: CheckHead) {
  return { id, status, controls, error: error && { kind: error.kind, code: error.code } }
}
