import type { Classification, VendorFailure } from 'checkwright'

/** The meaning of Google's refusal, by the reason beside the status; undefined leaves it to the status. */
export function classifyByReason(
  reasons: Readonly<Record<string, Classification>>,
): (failure: VendorFailure) => Classification | undefined {
  return ({ body }) => {
    const reason = listReasons(body).find((each) => Object.hasOwn(reasons, each))
    return reason === undefined ? undefined : reasons[reason]
  }
}

/** The newer form has the reason under `details`, the older one under `errors`. */
function listReasons(body: unknown): readonly string[] {
  const error = readObjectMember(body, 'error')
  return [readObjectMember(error, 'details'), readObjectMember(error, 'errors')]
    .flatMap((list) => (Array.isArray(list) ? list : []))
    .map((each) => readObjectMember(each, 'reason'))
    .filter((reason) => typeof reason === 'string')
}

function readObjectMember(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined
}
