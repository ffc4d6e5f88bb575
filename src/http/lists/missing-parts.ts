import { type PageRole, toPlainName } from '../../define/index.ts'
import { isObject } from '../../text/is-object.ts'

/** A sign in an answer that something of it is missing, or that it is no answer to the question at all. */
export interface MissingPart {
  /** Its name in `notMore`: a dotted path in the body, a header, or a status. */
  readonly name: string
  readonly says: string
  readonly because: 'unreachable' | 'part' | 'refused' | 'unready' | 'altered'
}

/**
 * Codes of warnings that parts are missing: REGION_UNREACHABLE of Cloud SQL, UNREACHABLE and PARTIAL_SUCCESS of Compute Engine.
 * https://cloud.google.com/compute/docs/reference/rest/v1/firewalls/list
 */
const warningCodes = /unreachable|partial_?success/i
const warningTexts = /\b(?:partial|incomplete|truncated|timed[ -]?out|unreachable|not all)\b/i

/** Values of an error member that mean "none". */
const noErrors = new Set(['', 'ok', 'success', 'none', 'noerror', 'noerrors', 'null', 'false'])
// OVER_QUERY_LIMIT, REQUEST_DENIED and the like are statuses of Google Maps.
const refusedWords =
  /^(?:fail|nok|ko|notok|invalid|invalidrequest|rejected|unavailable|aborted|unauthenticated|forbidden|exception|fatal|notallowed|notauthorized|.*(?:error|failed|failure|denied|unauthori[sz]ed|exceeded|throttled|ratelimited|limit))$/
const unreadyWords = new Set(
  'processing pending inprogress running queued enqueued inqueue scheduled submitted accepted started starting preparing initializing notready notcomplete waiting building computing calculating generating indexing loading syncing'.split(
    ' ',
  ),
)
const partWords = new Set(['partial', 'partialcontent', 'partialsuccess', 'incomplete', 'timeout', 'timedout'])

/** How much has to be known before a sign counts. */
export type Weight =
  /** Nothing has it but a refusal, such as `errors: [{ message }]`, or the connector says so. */
  | 'sure'
  /** Only lists have it. */
  | 'strong'
  /** One thing can have such a member of its own. */
  | 'weak'
  /** One thing can have it beside lists that are not empty, such as a report of failures. */
  | 'refusal'
  /** One thing often has it: the state of its own work. */
  | 'progress'
  /** It may be no sign at all. It explains a list without items. */
  | 'doubt'

/** A member that may be a sign. */
export interface PartialSign {
  readonly part: MissingPart
  readonly weight: Weight
}

/** The sign of a member by the role of its name; undefined for another role, or a value that means that all is well. */
export function readSign(role: PageRole, name: string, value: unknown): PartialSign | undefined {
  const toSign = (part: MissingPart | undefined, weight: Weight) => part && { part, weight }
  switch (role) {
    case 'unreachable':
      return toSign(readUnreachable(name, value), 'strong')
    case 'warning':
      return toSign(readWarning(name, value), 'strong')
    case 'shards':
      return toSign(readShards(name, value), 'strong')
    case 'part':
      return toSign(readFlag(name, value, true), /results?$|data$|timed_?out$|early$/i.test(name) ? 'strong' : 'weak')
    case 'unready':
      return toSign(value === true ? { name, says: 'is true', because: 'unready' } : undefined, 'progress')
    case 'whole':
      return toSign(value === false ? { name, says: 'is false', because: 'unready' } : undefined, 'progress')
    case 'unprocessed':
      return toSign(readUnprocessed(name, value), 'strong')
    case 'error':
      return toSign(readErrorMember(name, value), isStructuredError(value) ? 'sure' : 'weak')
    case 'success':
      return value === 0
        ? toSign({ name, says: 'is 0', because: 'refused' }, 'doubt')
        : toSign(readFlag(name, value, false), 'refusal')
    case 'failed':
      return toSign(value === true ? { name, says: 'is true', because: 'refused' } : undefined, 'refusal')
    case 'code':
      return toSign(readCodeMember(name, value), 'refusal') ?? toSign(readOddCode(name, value), 'doubt')
    case 'message':
      return toSign(readMessage(name, value), 'doubt')
    case 'status':
      return toSign(readStatusMember(name, value), 'progress')
    default:
      return undefined
  }
}

/** A flag that is true for a part, or false for a request that failed. XML has text only. */
function readFlag(name: string, value: unknown, part: boolean): MissingPart | undefined {
  if (value !== part && value !== String(part)) return undefined
  return { name, says: `is ${part}`, because: part ? 'part' : 'refused' }
}

function readShards(name: string, value: unknown): MissingPart | undefined {
  const failed = isObject(value) ? value.failed : undefined
  const isFailed = typeof failed === 'number' && failed > 0
  return isFailed ? { name, says: `has ${failed} that failed`, because: 'part' } : undefined
}

/** Names of parts that the vendor could not ask. Other lists of that name hold more than names. */
function readUnreachable(name: string, value: unknown): MissingPart | undefined {
  const isNames = Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'string')
  return isNames ? { name, says: `names ${value.length}`, because: 'unreachable' } : undefined
}

/** A warning that parts are missing, by its code or its text. */
function readWarning(name: string, value: unknown): MissingPart | undefined {
  for (const warning of [value].flat()) {
    const code = isObject(warning) ? warning.code : undefined
    if (typeof code === 'string' && warningCodes.test(code)) {
      // The text is the vendor's, so that only a plain code is shown.
      const says = /^[A-Z_]{1,40}$/.test(code) ? `says ${code}` : 'says so'
      return { name, says, because: 'unreachable' }
    }
    const text = isObject(warning) ? (warning.message ?? warning.detail) : warning
    if (typeof text === 'string' && warningTexts.test(text.slice(0, 2_000)))
      return { name, says: 'says so', because: 'part' }
  }
  return undefined
}

/** Parts of the question that the vendor did not answer: AWS's `UnprocessedKeys`. */
function readUnprocessed(name: string, value: unknown): MissingPart | undefined {
  const count = typeof value === 'object' && value !== null ? Object.keys(value).length : 0
  return count > 0 ? { name, says: `names ${count}`, because: 'part' } : undefined
}

/** Whether an error is one of the vendor's, with a code and a sentence, and no remark in words. */
function isStructuredError(value: unknown): boolean {
  const [first] = Array.isArray(value) ? value : [value]
  if (!isObject(first)) return false
  const names = Object.keys(first).map(toPlainName)
  // An item of a list of errors has an id.
  return (
    !names.includes('id') &&
    names.some((name) => /^(?:message|msg|title|detail|code|errorcode|errormessage)$/.test(name))
  )
}

/** A sentence that explains why there are no items. */
function readMessage(name: string, value: unknown): MissingPart | undefined {
  const isRefusal = typeof value === 'string' && refusalSentence.test(value.slice(0, 2_000))
  return isRefusal ? { name, says: 'tells of a refusal', because: 'refused' } : undefined
}

const refusalSentence =
  /\b(?:denied|unauthori[sz]ed|forbidden|not (?:allowed|authori[sz]ed|permitted|available|enabled)|permissions?|expired|invalid|rate.?limit\w*|too many|throttl\w*|quota|errors?|fail(?:ed|ure)|unavailable|timed? ?out|try again|log ?in|sign ?in|maintenance|upgrade|licen[cs]e|subscription)\b/i

/** An error beside a list: not null, false, 0, empty, or a word that means "none". */
function readErrorMember(name: string, value: unknown): MissingPart | undefined {
  return isEmptyError(value) ? undefined : { name, says: 'is not empty', because: 'refused' }
}

function isEmptyError(value: unknown): boolean {
  if (typeof value === 'string') return /^0*$/.test(value) || noErrors.has(toPlainName(value.slice(0, 40)))
  if (Array.isArray(value)) return value.length === 0
  // One member for each kind of error. No deeper, since the depth is the vendor's.
  if (isObject(value))
    return Object.values(value).every((each) =>
      typeof each === 'object' && each !== null ? Object.keys(each).length === 0 : isEmptyError(each),
    )
  return value === undefined || value === null || value === false || value === 0
}

/** A status code of HTTP in the body that is an error. */
function readCodeMember(name: string, value: unknown): MissingPart | undefined {
  const isErrorStatus = (typeof value === 'number' || typeof value === 'string') && /^[45]\d\d$/.test(String(value))
  return isErrorStatus ? { name, says: `is ${value}`, because: 'refused' } : undefined
}

/** A code that no vendor is known to use for a success. */
function readOddCode(name: string, value: unknown): MissingPart | undefined {
  const isNumber = typeof value === 'number' || (typeof value === 'string' && /^-?\d+$/.test(value))
  if (!isNumber && typeof value !== 'string') return undefined
  const isFine = isNumber ? /^(?:0*1?|10+|2\d*)$/.test(String(value)) : noErrors.has(toPlainName(value.slice(0, 40)))
  return isFine ? undefined : { name, says: isNumber ? `is ${value}` : 'is no known word', because: 'refused' }
}

/** The word of a status: of an error, of work that goes on, or of a part. */
function readStatusMember(name: string, value: unknown): MissingPart | undefined {
  if (value === false) return { name, says: 'is false', because: 'refused' }
  if (typeof value !== 'string' || value.length > 40) return readCodeMember(name, value)
  const word = toPlainName(value)
  const says = `is "${word}"`
  if (refusedWords.test(word)) return { name, says, because: 'refused' }
  if (unreadyWords.has(word)) return { name, says, because: 'unready' }
  return partWords.has(word) ? { name, says, because: 'part' } : readCodeMember(name, value)
}

/** Statuses of a success without the whole answer. RFC 9110 §15.3, RFC 4918 §11.1, RFC 3229 §10.4.1. */
const statuses: ReadonlyMap<number, Omit<MissingPart, 'name'>> = new Map([
  [202, { says: 'is "Accepted"', because: 'unready' }],
  [203, { says: 'is "Non-Authoritative Information"', because: 'altered' }],
  [205, { says: 'is "Reset Content"', because: 'unready' }],
  [226, { says: 'is "IM Used"', because: 'part' }],
])

/** What the status of a success says against the answer. 206 is judged by its range. @param body the parsed body */
export function readStatus(status: number, body: unknown): MissingPart | undefined {
  if (status === 207 || status === 208) {
    const says = findFailedPart(body)
    return says === undefined ? undefined : { name: String(status), says, because: 'part' }
  }
  const meaning = statuses.get(status) ?? (status > 208 && status < 300 ? unknownStatus : undefined)
  return meaning && { ...meaning, name: String(status) }
}

// RFC 9110 §15: an unknown status of the class is a success, but of what is not told. 214, 218 and 299 come from proxies.
const unknownStatus = { says: 'is no status of HTTP', because: 'altered' } as const

/** What a cache says of its answer: `CF-Cache-Status: STALE`, or `Cache-Status: edge; hit; ttl=-412` (RFC 9211 §2.4). */
export function readCacheHeader(name: string, value: string | undefined): MissingPart | undefined {
  const pattern = name === 'Cache-Status' ? /;\s*hit\b[^,]*;\s*ttl=-\d/i : /(?:^|[\s,;-])(?:stale|updating)\b/i
  const isStale = value !== undefined && pattern.test(value)
  return isStale ? { name, says: 'says that it is stale', because: 'altered' } : undefined
}

/** Whether an answer only says that work was begun: a POST for a report, whose result is asked for later (RFC 9110 §15.3.3). */
export function isAcknowledgement({ method, status }: { readonly method: string; readonly status: number }): boolean {
  return status === 202 && method !== 'GET'
}

const partsDepthMax = 4

/** RFC 4918 §13: each part has a status of its own. Undefined if all that have one succeeded. */
function findFailedPart(body: unknown): string | undefined {
  let parts = 0
  const pending: { readonly value: unknown; readonly depth: number }[] = [{ value: body, depth: 0 }]
  for (let at = pending.pop(); at; at = pending.pop()) {
    const { value, depth } = at
    if (typeof value !== 'object' || value === null || depth > partsDepthMax) continue
    for (const [name, member] of Object.entries(value)) {
      const isStatus = /^(?:http)?_?status(?:_?code)?$|^code$/i.test(name)
      const [code] = isStatus ? (/\b[1-5]\d\d\b/.exec(String(member).slice(0, 100)) ?? []) : []
      if (code !== undefined) {
        if (!code.startsWith('2')) return `has a part with the status ${code}`
        parts++
      }
      pending.push({ value: member, depth: depth + 1 })
    }
  }
  return parts === 0 ? 'has parts whose statuses cannot be read' : undefined
}

/**
 * `Warning` header of a cache or proxy: 110 to 112 say that the answer is not of now, others can say in words that it is a part.
 * RFC 7234 §5.5.
 */
export function readWarningHeader(value: string | undefined): MissingPart | undefined {
  if (value === undefined) return undefined
  const code = /(?:^|,)\s*(11[0-2])\b/.exec(value)?.[1]
  if (code !== undefined) return { name: 'Warning', says: `has the code ${code}`, because: 'altered' }
  return warningTexts.test(value.slice(0, 2_000)) ? { name: 'Warning', says: 'says so', because: 'part' } : undefined
}

/** Members with which a body says that nothing but a refusal is in it. */
const ofRefusals = new Set(
  'ok success successful error errors err errcode errno errorcode errormessage errmsg message messages msg code status statuscode statustext detail details description reason type title path timestamp requestid traceid documentationurl moreinfo help hint warning warnings needed provided'.split(
    ' ',
  ),
)

/** A body that holds a refusal and nothing else: `{ ok: false, error: 'ratelimited' }`. */
export function readRefusalAlone(body: Readonly<Record<string, unknown>>): MissingPart | undefined {
  let flag: MissingPart | undefined
  let error: MissingPart | undefined
  let hasText = false
  for (const [name, value] of Object.entries(body)) {
    const plain = toPlainName(name.slice(0, 40))
    const isEmpty = value === null || (typeof value === 'object' && Object.keys(value).length === 0)
    if (!isEmpty && !ofRefusals.has(plain)) return undefined
    if (/^(?:ok|success|successful)$/.test(plain) && (value === false || value === 'false'))
      flag = { name, says: 'is false', because: 'refused' }
    if (/^err/.test(plain)) error ??= readErrorMember(name, value)
    if (/^(?:message|msg|code|detail|reason|description)$/.test(plain) && !isEmpty && value !== '') hasText = true
  }
  return error ?? (hasText ? flag : undefined)
}

const sentences: Readonly<Record<MissingPart['because'], (where: string, sign: string) => string>> = {
  unreachable: (where, sign) =>
    `The vendor could not reach a part of the list ${where}: ${sign}. Run again when it can.`,
  part: (where, sign) => `The answer to ${where} says that it is only a part: ${sign}. Run again later.`,
  refused: (where, sign) => `The answer to ${where} says that the request failed: ${sign}. Read the vendor's reason.`,
  unready: (where, sign) => `The answer to ${where} says that it is not ready: ${sign}. Run again later.`,
  altered: (where, sign) =>
    `The answer to ${where} is not the vendor's own of now: ${sign}. See which proxy or cache stands between.`,
}

/** The sentence about it, with its remedies. */
export function tellOfMissing(where: string, { name, says, because }: MissingPart): string {
  return `${sentences[because](where, `"${name}" ${says}`)} Where it means something else at this vendor, say so: notMore: ['${name}'].`
}
