import { createHash } from 'node:crypto'
import type { RecordedRun } from '../checks/runs/recorded-run.ts'
import { version } from '../define/index.ts'
import { writeRunText } from '../evidence/bundle/run-text.ts'
import { statementType } from '../evidence/bundle/statement.ts'
import { formatJsonText } from './pieces/json-pieces.ts'
import type { Report } from './pieces/report.ts'

/**
 * An in-toto simple verification result for each run, one a line and not signed: which checks pass, about the `run.json` that a bundle of
 * the run has. A property is what passes. What fails, needs review or could not be told has none.
 * https://github.com/in-toto/attestation/blob/main/spec/predicates/svr.md
 */
export const writeSvrReport: Report = async function* (runs) {
  for (const { run } of runs) yield `${formatJsonText(await toStatement(run))}\n`
}

async function toStatement({ head, results }: RecordedRun): Promise<object> {
  const { connector, code, finishedAt, checks, received } = head
  // The name of a connection is not in a bundle: it changes.
  const { connectionName: _, ...stored } = head
  const hash = createHash('sha256')
  for await (const piece of writeRunText({ head: stored, results })) hash.update(piece)
  const uri = `urn:checkwright:connector:${encodeURIComponent(connector.id)}:${encodeURIComponent(connector.version)}`
  const sha256 = connector.source?.sha256 ?? code?.sha256
  return {
    _type: statementType,
    subject: [{ name: 'run.json', uri: `urn:checkwright:run:${head.id}`, digest: { sha256: hash.digest('hex') } }],
    predicateType: 'https://in-toto.io/attestation/svr/v0.2',
    predicate: {
      verifier: {
        id: `urn:checkwright:${version}`,
        policies: [{ uri, digest: sha256 === undefined ? undefined : { sha256 } }],
      },
      timeCreated: finishedAt,
      properties: checks
        .filter(({ status }) => status === 'pass')
        .map(({ id }) => toProperty(received ? 'RECEIVED' : 'PASS', connector.id, id)),
    },
  }
}

/** As tools that compare properties write them. What another tool reported to pass was not observed, and has another property. */
function toProperty(word: 'PASS' | 'RECEIVED', connectorId: string, checkId: string): string {
  return `CHECKWRIGHT_${word}_${`${connectorId}_${checkId}`.toUpperCase().replace(/[^A-Z0-9]+/g, '_')}`
}
