import { type Answer, type FakeVendor, type FakeVendorOptions, fakeVendor } from 'checkwright/testing'
import { checkRunner } from '../../../test/connectors/run-check.ts'
import { aws } from '../index.ts'
import { computeSignature, isSame, parseScope, type Scope } from './signature.ts'

export const account = '123456789012'

export const credentials = {
  access_key_id: 'AKIAIOSFODNN7EXAMPLE',
  secret_access_key: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
}

export const role = { role_arn: `arn:aws:iam::${account}:role/Checkwright`, external_id: 'acme-4711' }

/** The keys that STS issues for the role. */
export const session = {
  accessKeyId: 'ASIAIOSFODNN7SESSION',
  secretAccessKey: 'session/K7MDENG/bPxRfiCYSESSIONKEY-of-one-hour',
  sessionToken: 'FwoGZXIvYXdzEBYaDHqa0AP-sample-session-token',
}

/** The moment at which the checks of these tests run. */
export const now = '2026-06-30T12:00:00.000Z'

/** The content of the account, in the spelling of the wire. Left out: empty. */
export interface AwsState {
  readonly summary?: Readonly<Record<string, number>>
  /** Rows of the credential report without root's, and how often AWS is still making it. */
  readonly report?: { readonly rows: readonly string[]; readonly root?: string; readonly pending?: number }
  /** Users of GetAccountAuthorizationDetails. */
  readonly users?: readonly object[]
  /** Customer managed policies that are attached, with the documents of their default version. */
  readonly policies?: readonly { readonly name: string; readonly document: unknown; readonly attached?: number }[]
  readonly certificates?: readonly object[]
  readonly passwordPolicy?: object
  readonly trails?: readonly { readonly TrailARN: string; readonly [member: string]: unknown }[]
  /** By ARN of the trail. */
  readonly trailStatus?: Readonly<Record<string, object>>
  readonly selectors?: Readonly<Record<string, object>>
  readonly publicAccessBlock?: object
  readonly regions?: Readonly<Record<string, RegionState>>
  readonly pageSize?: number
}

export interface RegionState {
  readonly encrypts?: boolean
  readonly groups?: readonly object[]
  readonly databases?: readonly object[]
  readonly clusters?: readonly object[]
  readonly volumes?: readonly object[]
  /** By id, or with the owner where that is another account. */
  readonly networks?: readonly (string | { readonly vpcId: string; readonly ownerId?: string })[]
  readonly flowLogs?: readonly object[]
  readonly instances?: readonly object[]
  /** @default unblocked */
  readonly snapshotSharing?: string
  /** @default unblocked */
  readonly imageSharing?: string
  /** `status` is requested separately. */
  readonly recorders?: readonly (object & { readonly name: string; readonly status?: object | undefined })[]
  readonly analyzers?: readonly object[]
  /** `rotation` is requested separately. */
  readonly keys?: readonly (object & { readonly KeyId: string; readonly Arn: string; readonly rotation?: object })[]
  /** Statuses by id. */
  readonly detectors?: Readonly<Record<string, string>>
}

export interface AwsOptions {
  /** @default that of the tests */
  readonly now?: string
  /** The accepted signers beside the session's; without an id, anybody with that secret. */
  readonly user?: { readonly accessKeyId?: string; readonly secretAccessKey: string }
  /** When the session ends. @default an hour after now */
  readonly expiration?: string
  /** Whether any role may be assumed. @default that of the tests alone */
  readonly anyRole?: boolean
  /** Calls that are refused whatever they request, with the refusal; counted from 1. */
  readonly refuse?:
    | ((asked: AskedCall, nth: number) => readonly [status: number, code: string, message: string] | undefined)
    | undefined
}

/** AWS for one account, on loopback. Every request's signature is recomputed. */
export function startAwsApi(state: AwsState, options: AwsOptions = {}): Promise<FakeVendor> {
  return fakeVendor(createAwsVendor(state, options))
}

/** The same as options of a vendor. */
export function createAwsVendor(state: AwsState, options: AwsOptions = {}): FakeVendorOptions {
  const answer = createAnswers(state, options)
  let count = 0
  const serve = (request: Request): Answer => {
    const asked = parseCall(request)
    const refusal = refuseSigned(request, options)
    if (refusal) return createAwsRefusal(asked, 403, ...refusal)
    const fault = options.refuse?.(asked, ++count)
    return fault ? createAwsRefusal(asked, ...fault) : answer(asked)
  }
  return {
    routes: {
      'POST /': serve,
      'GET /analyzer': serve,
      'GET /detector': serve,
      'GET /detector/:id': serve,
      'GET /v20180820/configuration/publicAccessBlock': serve,
    },
  }
}

export const runCheckOn = checkRunner(aws, { credentials, now })

type Request = Parameters<typeof computeSignature>[0] & { readonly text: () => string; readonly nth?: number }

/** The operation of a request, in any protocol. */
export interface AskedCall {
  readonly service: string
  readonly region: string
  readonly operation: string
  readonly input: Readonly<Record<string, unknown>>
}

export function parseCall({ path, query, headers, text }: Omit<Request, 'body'>): AskedCall {
  const scope = parseScope(headers.authorization)
  const { service = 'none', region = 'none' } = scope ?? {}
  if (path === '/analyzer')
    return { service: 'accessanalyzer', region, operation: 'ListAnalyzers', input: Object.fromEntries(query) }
  if (path === '/detector') return { service, region, operation: 'ListDetectors', input: Object.fromEntries(query) }
  if (path.startsWith('/detector/'))
    return { service, region, operation: 'GetDetector', input: { DetectorId: decodeURIComponent(path.slice(10)) } }
  if (service === 's3') {
    const input = { 'x-amz-account-id': headers['x-amz-account-id'] }
    return { service: 's3control', region, operation: 'GetPublicAccessBlock', input }
  }
  const target = headers['x-amz-target']
  if (target !== undefined)
    return { service, region, operation: target.split('.').at(-1) ?? '', input: JSON.parse(text()) }
  const { Action = '', Version, ...input } = Object.fromEntries(new URLSearchParams(text()))
  return { service, region, operation: Action, input }
}

/** A refusal in the form of the service's protocol. */
function createAwsRefusal(
  { service }: Pick<AskedCall, 'service'>,
  status: number,
  code: string,
  message: string,
): Answer {
  if (service === 'ec2')
    return createXmlAnswer('Response', { Errors: { Error: { Code: code, Message: message } } }, status)
  if (service === 's3control') return createXmlAnswer('Error', { Code: code, Message: message }, status)
  if (service === 'kms' || service === 'cloudtrail' || service === 'config')
    return { status, json: { __type: `com.amazonaws.${service}#${code}`, message } }
  if (service === 'guardduty' || service === 'accessanalyzer')
    return { status, headers: { 'x-amzn-errortype': `${code}:http://internal.amazon.com/` }, json: { message } }
  return createXmlAnswer(
    'ErrorResponse',
    { Error: { Type: 'Sender', Code: code, Message: message }, RequestId: 'sample' },
    status,
  )
}

/** An element with what it holds; an array repeats it. */
export function renderXmlElement(name: string, value: unknown): string {
  if (value === undefined) return ''
  if (Array.isArray(value)) return value.map((each) => renderXmlElement(name, each)).join('')
  const content =
    typeof value === 'object' && value !== null
      ? Object.entries(value)
          .map(([member, each]) => renderXmlElement(member, each))
          .join('')
      : String(value).replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return content === '' ? `<${name}/>` : `<${name}>${content}</${name}>`
}

function createXmlAnswer(root: string, value: object, status = 200): Answer {
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n${renderXmlElement(root, value)}`
  return { status, headers: { 'content-type': 'text/xml' }, body: Buffer.from(text) }
}

/** Why AWS does not accept the caller: its code, and its message. */
function refuseSigned(request: Request, options: AwsOptions): readonly [code: string, message: string] | undefined {
  const { headers } = request
  const scope = parseScope(headers.authorization)
  if (scope === undefined) return ['MissingAuthenticationToken', 'Request is missing Authentication Token']
  const secret = findSecret(scope, headers['x-amz-security-token'], options)
  if (secret === undefined) return ['InvalidClientTokenId', 'The security token included in the request is invalid.']
  const nowMs = Date.parse(options.now ?? now)
  if (secret.expiresAtMs <= nowMs) return ['ExpiredToken', 'The security token included in the request is expired']
  const sentMs = Date.parse((headers['x-amz-date'] ?? '').replace(/^(....)(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5'))
  if (!(Math.abs(sentMs - nowMs) <= 5 * 60_000)) return ['RequestExpired', 'Request has expired.']
  const needed = [
    'host',
    'x-amz-date',
    ...(headers['x-amz-security-token'] === undefined ? [] : ['x-amz-security-token']),
  ]
  const isComplete = needed.every((name) => scope.signedHeaders.includes(name))
  const meant = { ...request, headers: { ...headers, host: findScopeHost(scope, headers) } }
  return isComplete && isSame(computeSignature(meant, scope, secret.value), scope.signature)
    ? undefined
    : ['SignatureDoesNotMatch', 'The request signature we calculated does not match the signature you provided.']
}

function findSecret({ accessKeyId }: Scope, token: string | undefined, { now: at = now, ...options }: AwsOptions) {
  const { user = { accessKeyId: credentials.access_key_id, secretAccessKey: credentials.secret_access_key } } = options
  if (accessKeyId === session.accessKeyId) {
    const expiresAtMs = Date.parse(options.expiration ?? addHour(at))
    return token === session.sessionToken ? { value: session.secretAccessKey, expiresAtMs } : undefined
  }
  if (user.accessKeyId !== undefined && accessKeyId !== user.accessKeyId) return undefined
  return { value: user.secretAccessKey, expiresAtMs: Number.POSITIVE_INFINITY }
}

function addHour(date: string): string {
  return new Date(Date.parse(date) + 3_600_000).toISOString()
}

/** The host that has to have been meant for the scope; any other makes another signature. */
function findScopeHost({ service, region }: Scope, headers: Readonly<Record<string, string>>): string {
  if (service === 'iam') return 'iam.amazonaws.com'
  if (service === 's3') return `${headers['x-amz-account-id']}.s3-control.${region}.amazonaws.com`
  return `${service}.${region}.amazonaws.com`
}

const reportHead =
  'user,arn,user_creation_time,password_enabled,password_last_used,password_last_changed,password_next_rotation,mfa_active,access_key_1_active,access_key_1_last_rotated,access_key_1_last_used_date,access_key_1_last_used_region,access_key_1_last_used_service,access_key_2_active,access_key_2_last_rotated,access_key_2_last_used_date,access_key_2_last_used_region,access_key_2_last_used_service,cert_1_active,cert_1_last_rotated,cert_2_active,cert_2_last_rotated'
export const rootRow = `<root_account>,arn:aws:iam::${account}:root,2020-01-01T00:00:00+00:00,not_supported,2026-01-01T00:00:00+00:00,not_supported,not_supported,true,false,N/A,N/A,N/A,N/A,false,N/A,N/A,N/A,N/A,false,N/A,false,N/A`

function createAnswers(state: AwsState, options: AwsOptions): (asked: AskedCall) => Answer {
  const { regions = {}, trails = [], trailStatus = {}, selectors = {}, pageSize = 100, report = { rows: [] } } = state
  let polls = 0
  return (asked) => {
    const { service, operation, input } = asked
    const here = regions[asked.region] ?? {}
    const result = (value: object) => createXmlAnswer(`${operation}Response`, { [`${operation}Result`]: value })
    const page = <T>(list: readonly T[], cursor: unknown) => {
      const from = Number(cursor ?? 0)
      const next = from + pageSize < list.length ? String(from + pageSize) : undefined
      return { items: list.slice(from, from + pageSize), next }
    }
    const listed = (list: string, all: readonly object[] = []) => {
      const { items, next } = page(all, input.NextToken)
      return createXmlAnswer(`${operation}Response`, { [list]: { item: items }, nextToken: next })
    }
    switch (operation) {
      case 'AssumeRole':
        return options.anyRole || (input.RoleArn === role.role_arn && input.ExternalId === role.external_id)
          ? result({
              Credentials: {
                AccessKeyId: session.accessKeyId,
                SecretAccessKey: session.secretAccessKey,
                SessionToken: session.sessionToken,
                Expiration: options.expiration ?? addHour(options.now ?? now),
              },
            })
          : createAwsRefusal(
              asked,
              403,
              'AccessDenied',
              'User is not authorized to perform: sts:AssumeRole on resource: it',
            )
      case 'GetCallerIdentity':
        return result({ Arn: `arn:aws:iam::${account}:user/checkwright`, UserId: 'AIDA', Account: account })
      case 'GetAccountSummary':
        return result({
          SummaryMap: { entry: Object.entries(state.summary ?? {}).map(([key, value]) => ({ key, value })) },
        })
      case 'GenerateCredentialReport':
        return result({ State: polls++ < (report.pending ?? 0) ? 'STARTED' : 'COMPLETE' })
      case 'GetCredentialReport':
        return result({
          Content: Buffer.from([reportHead, report.root ?? rootRow, ...report.rows].join('\n')).toString('base64'),
          ReportFormat: 'text/csv',
          GeneratedTime: now,
        })
      case 'GetAccountAuthorizationDetails': {
        const { items, next } = page(state.users ?? [], input.Marker)
        return result({ UserDetailList: { member: items }, IsTruncated: next !== undefined, Marker: next })
      }
      case 'ListPolicies': {
        const { items, next } = page(state.policies ?? [], input.Marker)
        const member = items.map(({ name, attached = 1 }) => ({
          PolicyName: name,
          Arn: name,
          DefaultVersionId: 'v2',
          AttachmentCount: attached,
        }))
        return result({ Policies: { member }, IsTruncated: next !== undefined, Marker: next })
      }
      case 'GetPolicyVersion': {
        const { document } = state.policies?.find(({ name }) => name === input.PolicyArn) ?? {}
        const Document = typeof document === 'string' ? document : encodeURIComponent(JSON.stringify(document))
        return result({ PolicyVersion: { Document, VersionId: input.VersionId, IsDefaultVersion: true } })
      }
      case 'ListServerCertificates': {
        const { items, next } = page(state.certificates ?? [], input.Marker)
        return result({
          ServerCertificateMetadataList: { member: items },
          IsTruncated: next !== undefined,
          Marker: next,
        })
      }
      case 'GetAccountPasswordPolicy':
        return state.passwordPolicy
          ? result({ PasswordPolicy: state.passwordPolicy })
          : createAwsRefusal(
              asked,
              404,
              'NoSuchEntity',
              `The Password Policy with domain name ${account} cannot be found.`,
            )
      case 'DescribeTrails':
        // A trail of one other region is shown there alone.
        return {
          json: {
            trailList: trails.filter((trail) =>
              Array.isArray(input.trailNameList)
                ? input.trailNameList.includes(trail.TrailARN)
                : trail.IsMultiRegionTrail !== false || trail.HomeRegion === asked.region,
            ),
          },
        }
      case 'ListTrails': {
        const { items, next } = page(trails, input.NextToken)
        const listed = items.map(({ TrailARN, Name, HomeRegion }) => ({ TrailARN, Name, HomeRegion }))
        return { json: { Trails: listed, NextToken: next } }
      }
      case 'GetTrailStatus':
        return { json: trailStatus[String(input.Name)] ?? { IsLogging: true } }
      case 'GetEventSelectors':
        return { json: selectors[String(input.TrailName)] ?? {} }
      case 'GetPublicAccessBlock':
        return state.publicAccessBlock
          ? createXmlAnswer('PublicAccessBlockConfiguration', state.publicAccessBlock)
          : createAwsRefusal(
              asked,
              404,
              'NoSuchPublicAccessBlockConfiguration',
              'The public access block was not found',
            )
      case 'DescribeRegions':
        return createXmlAnswer('DescribeRegionsResponse', {
          regionInfo: { item: Object.keys(regions).map((regionName) => ({ regionName })) },
        })
      case 'GetEbsEncryptionByDefault':
        return createXmlAnswer('GetEbsEncryptionByDefaultResponse', { ebsEncryptionByDefault: here.encrypts ?? false })
      case 'GetSnapshotBlockPublicAccessState':
        return createXmlAnswer(`${operation}Response`, { state: here.snapshotSharing ?? 'unblocked' })
      case 'GetImageBlockPublicAccessState':
        return createXmlAnswer(`${operation}Response`, {
          imageBlockPublicAccessState: here.imageSharing ?? 'unblocked',
        })
      case 'DescribeSecurityGroups':
        return listed('securityGroupInfo', here.groups)
      case 'DescribeVolumes':
        return listed('volumeSet', here.volumes)
      case 'DescribeVpcs':
        return listed(
          'vpcSet',
          here.networks?.map((network) =>
            typeof network === 'string' ? { vpcId: network, ownerId: account } : network,
          ),
        )
      case 'DescribeFlowLogs':
        return listed('flowLogSet', here.flowLogs)
      case 'DescribeInstances':
        return listed(
          'reservationSet',
          here.instances?.map((instance) => ({ instancesSet: { item: [instance] } })),
        )
      case 'DescribeDBInstances': {
        const { items, next } = page(here.databases ?? [], input.Marker)
        return result({ DBInstances: { DBInstance: items }, Marker: next })
      }
      case 'DescribeDBClusters': {
        const { items, next } = page(here.clusters ?? [], input.Marker)
        return result({ DBClusters: { DBCluster: items }, Marker: next })
      }
      case 'DescribeConfigurationRecorders':
        return { json: { ConfigurationRecorders: (here.recorders ?? []).map(({ status, ...recorder }) => recorder) } }
      case 'DescribeConfigurationRecorderStatus':
        return {
          json: {
            ConfigurationRecordersStatus: (here.recorders ?? []).flatMap(({ name, status }) =>
              status ? [{ name, ...status }] : [],
            ),
          },
        }
      case 'ListAnalyzers': {
        const { items, next } = page(here.analyzers ?? [], input.nextToken)
        return { json: { analyzers: items, nextToken: next || undefined } }
      }
      case 'ListKeys': {
        const { items, next } = page(here.keys ?? [], input.Marker)
        const keys = items.map(({ KeyId, Arn }) => ({ KeyId, KeyArn: Arn }))
        return { json: { Keys: keys, Truncated: next !== undefined, NextMarker: next || undefined } }
      }
      case 'DescribeKey': {
        const { rotation, ...KeyMetadata } = here.keys?.find(({ KeyId }) => KeyId === input.KeyId) ?? {}
        return { json: { KeyMetadata } }
      }
      case 'GetKeyRotationStatus':
        return { json: here.keys?.find(({ KeyId }) => KeyId === input.KeyId)?.rotation ?? {} }
      case 'ListDetectors': {
        const { items, next } = page(Object.keys(here.detectors ?? {}), input.nextToken)
        return { json: { detectorIds: items, nextToken: next || undefined } }
      }
      case 'GetDetector':
        return { json: { status: here.detectors?.[String(input.DetectorId)], serviceRole: 'r' } }
      default:
        return createAwsRefusal({ service }, 400, 'InvalidAction', `Could not find operation ${operation}`)
    }
  }
}
