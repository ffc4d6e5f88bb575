import { recordChange } from '../../things/api/audit.ts'
import { tokenField } from '../../things/api/options/form-token.ts'
import type { ActionAudit, OwnSubmission, OwnVisit, PageAnswer, ReadAudit } from '../../things/pages/page-route.ts'

/** Carries a form out, with its entry in the audit log: the names of the fields, without values. */
export function recordFormChange(
  { action, target }: ActionAudit,
  submission: OwnSubmission,
  act: () => Promise<PageAnswer>,
): Promise<PageAnswer> {
  const { person, form, params, requestId } = submission
  const entry = {
    organizationId: person.organizationId,
    actor: { type: 'user', id: person.userId },
    action: typeof action === 'string' ? action : action(submission),
    fields: Object.keys(form.group('')).filter((name) => name !== tokenField),
    requestId,
  } as const
  return recordChange(entry, submission, act, (answer) => ({
    status: chooseAnswerStatus(answer),
    target: readMadeId(answer) ?? (target === undefined ? undefined : params[target]) ?? null,
  }))
}

/** Shows a page of people, with its entry in the audit log. */
export function recordPageRead(
  { action, describe }: ReadAudit,
  visit: OwnVisit,
  show: () => Promise<PageAnswer>,
): Promise<PageAnswer> {
  const { person, params, requestId } = visit
  const { target, fields } = describe(params)
  const entry = {
    organizationId: person.organizationId,
    actor: { type: 'user', id: person.userId },
    action,
    requestId,
    fields,
  } as const
  return recordChange(entry, visit, show, (answer) => ({
    status: chooseAnswerStatus(answer),
    target,
  }))
}

function readMadeId(answer: PageAnswer): string | undefined {
  return answer.kind === 'response' ? undefined : answer.made
}

function chooseAnswerStatus(answer: PageAnswer): number {
  switch (answer.kind) {
    case 'page':
      return answer.status ?? 200
    case 'redirect':
      return 303
    case 'response':
      return answer.response.status
  }
}
