import { type Classification, HttpError, type VendorFailure } from 'checkwright'

const keys: Classification = {
  kind: 'auth',
  message: 'AWS does not know the access key, or the secret does not belong to it. Enter both again.',
}
const session: Classification = { kind: 'auth', message: "The role's session has ended; run again." }
const clock: Classification = {
  kind: 'auth',
  message: 'It found the request too old or too new: set the clock of this machine.',
}
const denied: Classification = { kind: 'permission' }
const throttled: Classification = { kind: 'rate_limited', message: 'The limit is reached. Run again in a minute.' }
const notSubscribed: Classification = {
  kind: 'plan',
  message: 'The account has not subscribed to this service, or has not finished its registration.',
}

/**
 * The reasons of AWS's services, each in its own spelling; the same reason has three statuses.
 * https://docs.aws.amazon.com/IAM/latest/APIReference/CommonErrors.html and
 * https://docs.aws.amazon.com/AWSEC2/latest/APIReference/errors-overview.html
 */
const refusals: Readonly<Record<string, Classification>> = {
  AccessDenied: denied,
  AccessDeniedException: denied,
  UnauthorizedOperation: denied,
  UnauthorizedAccess: denied,
  NotAuthorized: denied,
  InvalidClientTokenId: keys,
  UnrecognizedClientException: keys,
  InvalidAccessKeyId: keys,
  SignatureDoesNotMatch: keys,
  InvalidSignatureException: keys,
  IncompleteSignature: keys,
  IncompleteSignatureException: keys,
  MissingAuthenticationToken: keys,
  MissingAuthenticationTokenException: keys,
  // EC2's code for all of these, and for a region that the account has not opted in to.
  AuthFailure: {
    kind: 'auth',
    message:
      'AWS does not accept the access key there. The key is wrong, or the region is not enabled for the account.',
  },
  ExpiredToken: session,
  ExpiredTokenException: session,
  InvalidToken: session,
  RequestExpired: clock,
  RequestTimeTooSkewed: clock,
  Throttling: throttled,
  ThrottlingException: throttled,
  ThrottledException: throttled,
  RequestLimitExceeded: throttled,
  RequestThrottled: throttled,
  RequestThrottledException: throttled,
  TooManyRequestsException: throttled,
  SlowDown: throttled,
  OptInRequired: notSubscribed,
  SubscriptionRequiredException: notSubscribed,
  PendingVerification: notSubscribed,
}

type AwsAnswer = Pick<VendorFailure, 'headers' | 'body'>

/** The meaning of AWS's refusal; undefined leaves it to the rules for the status. */
export function classify(failure: VendorFailure): Classification | undefined {
  const { explained, action } = readRefusal(failure)
  if (explained?.kind !== 'permission' || action === undefined) return explained
  const message = `A policy of the user or role, of a boundary or of the organization has to allow ${action}.`
  return { ...explained, message, missingScopes: [action] }
}

/** AWS's code of a refusal, its meaning, and the action that is not allowed, if AWS names it. */
export function readRefusal({ headers, body }: AwsAnswer): {
  readonly code: string | undefined
  readonly explained: Classification | undefined
  readonly action: string | undefined
} {
  const said = typeof body === 'string' ? body : JSON.stringify(body ?? '')
  const code = readAwsCode(headers, body)
  return {
    code,
    explained: code !== undefined && Object.hasOwn(refusals, code) ? refusals[code] : undefined,
    action: /not authorized to perform: ([a-z0-9-]+:[A-Za-z]+)/.exec(said)?.[1],
  }
}

/**
 * Whether AWS's code shows that nothing is set. A 404 alone does not show it: proxies also send one, and AWS itself
 * does for a wrong address.
 */
export function isNoneSaid(error: unknown, code: string): boolean {
  if (!(error instanceof HttpError) || error.status !== 404) return false
  const [, said] = /^(?:<\?xml[^>]*>\s*)?<Error(?:Response)?\b.*?<Code>(\w+)<\/Code>/.exec(error.excerpt ?? '') ?? []
  return said === code
}

/** XML has it in an element, JSON in `__type` after a namespace, REST in a header before a URL. */
function readAwsCode(headers: Headers, body: unknown): string | undefined {
  const inBody =
    typeof body === 'string'
      ? /<Code>([^<]*)<\/Code>/.exec(body)?.[1]
      : [readTextMember(body, '__type'), readTextMember(body, 'code'), readTextMember(body, 'Code')].find(
          (each) => each !== undefined,
        )
  const code = inBody ?? headers.get('x-amzn-errortype') ?? undefined
  // A text that is not a name is not shown.
  return code === undefined ? undefined : /^(?:[\w.]+#)?(\w{1,100})(?::.*)?$/.exec(code)?.[1]
}

function readTextMember(body: unknown, name: string): string | undefined {
  const value = typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined
  return typeof value === 'string' ? value : undefined
}
