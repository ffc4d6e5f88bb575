/** The reason why a check could not tell. */
export type ErrorKind =
  | 'auth'
  | 'permission'
  | 'not_found'
  | 'plan'
  | 'rate_limited'
  | 'timeout'
  | 'upstream'
  | 'network'
  | 'schema_drift'
  | 'incomplete_data'
  | 'config'
  | 'check_bug'

/** What somebody has to act on. docs/oauth.md has the table that decides what the answer of a token endpoint means. */
export type FailureCause =
  /** Not now: overload, maintenance, a limit. */
  | 'limit'
  /** Something else answered: a firewall, a proxy, a web page. */
  | 'proxy'
  /** There is no such endpoint. */
  | 'address'
  /** The clock of this server, or of the vendor. */
  | 'clock'
  /** The app or its secret is not known. */
  | 'app'
  /** The app or the credentials are known, and may not do this. */
  | 'permission'
  /** The request is not of the form that the vendor wants. */
  | 'form'
  /** The grant has ended, and nothing else can be meant. */
  | 'grant'
  /** A person has to connect again; the grant may be alive. */
  | 'reconnect'
  /** The account of the person is locked or not active. */
  | 'account'
  /** What was handed over to log in is wrong: a password, a key, an assertion. */
  | 'credentials'

const causes: Readonly<Record<FailureCause, true>> = {
  limit: true,
  proxy: true,
  address: true,
  clock: true,
  app: true,
  permission: true,
  form: true,
  grant: true,
  reconnect: true,
  account: true,
  credentials: true,
}

export function isFailureCause(text: string | undefined): text is FailureCause {
  return text !== undefined && Object.hasOwn(causes, text)
}

const causesOfKinds: Partial<Readonly<Record<ErrorKind, FailureCause>>> = {
  auth: 'credentials',
  permission: 'permission',
  rate_limited: 'limit',
}

interface ClassifiedFailure {
  readonly kind: ErrorKind
  readonly cause?: FailureCause | undefined
}

/** The cause of a failure; undefined where its kind says all that is known. */
export function findFailureCause({ kind, cause }: ClassifiedFailure): FailureCause | undefined {
  return cause ?? causesOfKinds[kind]
}
