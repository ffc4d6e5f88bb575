import {
  type CannotTell,
  type ErrorKind,
  type FailInput,
  idLengthMax,
  type Resource,
  type ResultInput,
  type ResultStatus,
  severities,
  type UndecidedInput,
} from '../../define/index.ts'
import { CheckError } from '../../errors/index.ts'

/**
 * TypeScript demands all this of its users; checks in JavaScript, and values from vendors, are held to it here.
 * @throws CheckError `CHECK_RESULT_INVALID`
 */
export function demandResultForm(
  checkId: string,
  status: ResultStatus,
  input: ResultInput | FailInput | undefined,
): void {
  const fail = status === 'fail' ? (input as FailInput | undefined) : undefined
  // A run may report hundreds of thousands, and nearly all of them are whole.
  const lacking =
    isWhole(input) && !fail
      ? []
      : [
          ...listLackingOfResource(input?.resource),
          ...(isFilledText(input?.title) ? [] : ['title']),
          ...(isOptionalText(input?.description) ? [] : ['description']),
          ...(status !== 'fail' || isFilledText(fail?.remediation) ? [] : ['remediation']),
        ]
  const what = `A ${status} result of check "${checkId}"`
  if (lacking.length > 0) throw createFormError(`${what} lacks ${lacking.join(', ')} (text that is not empty)`)
  demandUsableIds(what, input?.resource)
  if (fail?.severity !== undefined && !severities.includes(fail.severity))
    throw createFormError(`${what} has an unknown severity. Use one of ${severities.join(', ')}`)
}

/** The same for a resource that could not be told. @throws CheckError `CHECK_RESULT_INVALID` */
export function demandUndecidedForm(checkId: string, input: UndecidedInput | undefined): void {
  const lacking = [...listLackingOfResource(input?.resource), ...(isFilledText(input?.because) ? [] : ['because'])]
  const what = `A resource that check "${checkId}" reports as undecided`
  if (lacking.length > 0) throw createFormError(`${what} lacks ${lacking.join(', ')} (text that is not empty)`)
  demandUsableIds(what, input?.resource)
  if (input?.kind !== undefined && !Object.hasOwn(kinds, input.kind))
    throw createFormError(`${what} has an unknown kind. Use one of ${Object.keys(kinds).join(', ')}`)
}

/** What is wrong with a reason why a check cannot tell. It stays a reason: the check has no answer either way. */
export function findCannotTellProblem(checkId: string, reason: CannotTell | undefined): CheckError | undefined {
  const what = `The reason that check "${checkId}" gives to ctx.cannotTell`
  if (!isFilledText(reason?.message)) return createFormError(`${what} lacks message (text that is not empty)`)
  if (Object.hasOwn(kinds, reason?.kind ?? '')) return undefined
  return createFormError(`${what} has an unknown kind. Use one of ${Object.keys(kinds).join(', ')}`)
}

function isWhole(input: ResultInput | undefined): boolean {
  const { resource } = input ?? {}
  return (
    isFilledText(resource?.type) &&
    isFilledText(resource?.id) &&
    isOptionalText(resource?.name) &&
    isFilledText(input?.title) &&
    isOptionalText(input?.description)
  )
}

function listLackingOfResource(resource: Partial<Resource> | undefined): readonly string[] {
  return [
    ...(isFilledText(resource?.type) ? [] : ['resource.type']),
    ...(isFilledText(resource?.id) ? [] : ['resource.id']),
    ...(isOptionalText(resource?.name) ? [] : ['resource.name']),
  ]
}

/** @throws CheckError `CHECK_RESULT_INVALID` for ids that a store would cut, or write as another */
function demandUsableIds(what: string, resource: Resource | undefined): void {
  const { type = '', id = '' } = resource ?? {}
  if (!type.isWellFormed() || !id.isWellFormed())
    throw createFormError(`${what} has a resource.type or resource.id with half of a surrogate pair`)
  if (type.length <= idLengthMax && id.length <= idLengthMax) return
  const long = (['type', 'id'] as const).find((name) => (resource?.[name] ?? '').length > idLengthMax)
  if (long) throw createFormError(`${what} has a resource.${long} of more than ${idLengthMax} characters`)
}

function createFormError(message: string): CheckError {
  return new CheckError(`${message}.`, { code: 'CHECK_RESULT_INVALID' })
}

const kinds: Readonly<Record<ErrorKind, true>> = {
  auth: true,
  permission: true,
  not_found: true,
  plan: true,
  rate_limited: true,
  timeout: true,
  upstream: true,
  network: true,
  schema_drift: true,
  incomplete_data: true,
  config: true,
  check_bug: true,
}

function isFilledText(value: unknown): boolean {
  // Text without a blank in front is filled, and `trim` copies the rest.
  return (
    typeof value === 'string' && (value.charCodeAt(0) > 0x20 && value.charCodeAt(0) < 0x7f ? true : value.trim() !== '')
  )
}

function isOptionalText(value: unknown): boolean {
  return value === undefined || typeof value === 'string'
}
