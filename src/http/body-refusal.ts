import type { AnyConnector } from '../define/index.ts'
import { readMember } from '../text/read-member.ts'
import { readMarks } from './lists/marks-of-more.ts'
import { listHeader } from './pace/retry-after.ts'
import { parseJsonOrText } from './redact/body-excerpt.ts'
import { refusalBytesMax } from './refusals/limit-sentence.ts'
import type { TransportReply } from './transport/transport.ts'

const openBrace = 0x7b

/** Whether a connector says what refusals mean, so that a success by status has to be looked at. */
export function mayRefuseByBody({ definition, hooks }: AnyConnector): boolean {
  return definition.successPath !== undefined || hooks.classify !== undefined
}

/**
 * Whether a success by its status may be a refusal by its body, whose meaning `classify` tells. A file says when its refusals
 * fit; a hook in code is asked only about a body that looks like one.
 */
export function refusesByBody(
  { status, headers, body }: TransportReply,
  { definition, source }: AnyConnector,
): { readonly isSure: boolean } | undefined {
  if (status >= 300 || status === 204 || body.byteLength > refusalBytesMax || body[0] !== openBrace) return undefined
  const answer = parseJsonOrText(body, listHeader(headers, 'content-type'))
  const { successPath } = definition
  if (successPath !== undefined) return readMember(answer, successPath) === false ? { isSure: true } : undefined
  const isRefusal = source !== undefined || readMarks({ status: 200, headers: {} }, answer, { isPage: false }).missing
  return isRefusal ? { isSure: false } : undefined
}
