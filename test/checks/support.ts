import { ResultLog } from '../../src/checks/results/result-log.ts'
import type { Check, CheckData, ResultRecord } from '../../src/define/index.ts'
import { CheckError } from '../../src/errors/index.ts'
import { Redactor } from '../../src/http/redact/redact.ts'
import { createConnectorWith } from '../http/support.ts'

/** A check with the given data, that does nothing unless told. */
export function checkWith(data: Partial<CheckData> = {}, run: Check['run'] = () => {}): Check {
  return { id: 'mfa', title: 'Second factor', connectorId: 'acme', ...data, run }
}

export const acme = createConnectorWith({ baseUrl: 'https://api.acme.example' })

/** A log, and what it was given so far. */
export function createRecordedLog() {
  const records: ResultRecord[] = []
  class Recorded extends ResultLog {
    override add(checkId: string, result: ResultRecord): void {
      super.add(checkId, result)
      records.push(result)
    }
  }
  return { log: new Recorded({ redactor: new Redactor(), redactAgain: (_checkId, result) => result }), records }
}

/** The error of a function, which must be one of ours. */
export function catchCheckError(work: () => unknown): CheckError {
  try {
    work()
  } catch (error) {
    if (error instanceof CheckError) return error
    throw error
  }
  throw new Error('It should have failed.')
}
