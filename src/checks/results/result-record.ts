import type { JsonValue, Resource, ResultRecord } from '../../define/index.ts'
import type { Redactor } from '../../http/redact/redact.ts'
import { createFindingId, type FindingPlace } from './finding-id.ts'

/** A result without the secrets that became known after it was reported, which the id of its resource may hold too. */
export function redactResult(
  result: ResultRecord,
  place: Omit<FindingPlace, 'resource'>,
  redactor: Redactor,
): ResultRecord {
  const { type, id, name } = result.resource
  const resource: Resource = {
    type: redactor.text(type),
    id: redactor.text(id),
    name: name === undefined ? undefined : redactor.text(name),
  }
  return {
    ...result,
    resource,
    title: redactor.text(result.title),
    description: result.description === undefined ? undefined : redactor.text(result.description),
    remediation: result.remediation === undefined ? undefined : redactor.text(result.remediation),
    fix: result.fix === undefined || redactor.text(result.fix) !== result.fix ? undefined : result.fix,
    evidence: redactor.json(result.evidence) satisfies JsonValue,
    findingId: createFindingId({ ...place, resource }),
  }
}
