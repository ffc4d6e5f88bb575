import {
  type AuthenticateContext,
  type ConnectorDefinition,
  describeUnknownOption,
  isSecret,
  listCredentialFields,
  type SignableRequest,
  type SignContext,
} from '../../define/index.ts'
import type { LoginEntry, SignEntry } from '../format/schemes.ts'
import { signAws } from '../schemes/aws-sigv4.ts'
import { listSchemeNames } from '../schemes/fill-scheme-text.ts'
import { messageNames, signHmac } from '../schemes/hmac.ts'
import { googleTokenHost, logIn } from '../schemes/logins.ts'
import type { DocumentPath, ProblemReport } from './report.ts'

/** The hooks of the schemes that a file names. */
export function compileSchemes(
  { sign, login }: { readonly sign?: SignEntry | undefined; readonly login?: LoginEntry | undefined },
  definition: ConnectorDefinition,
  report: ProblemReport,
) {
  if (sign) reportFields(sign, ['sign'], definition, report)
  if (sign?.scheme === 'hmac' && sign.headers === undefined && sign.basic === undefined)
    report.add(['sign'], 'needs "headers" or "basic", which carry the signature')
  if (login) reportFields(login, ['login'], definition, report)
  const isCustom = definition.auth.type === 'custom'
  if (login && !isCustom) report.add(['login'], 'needs "auth" of type "custom", because the login takes its place')
  if (login?.scheme === 'google-service-account' && !definition.allowedHosts?.includes(googleTokenHost))
    report.add(['login'], `sends the login to ${googleTokenHost}; name it under "allowedHosts"`)
  return {
    sign: sign && ((request: SignableRequest, ctx: SignContext) => signBy(sign, request, ctx)),
    // Requests that are signed need no login.
    authenticate: login
      ? (ctx: AuthenticateContext) => logIn(login, definition, ctx)
      : sign && isCustom
        ? () => ({})
        : undefined,
  }
}

async function signBy(entry: SignEntry, request: SignableRequest, ctx: SignContext): Promise<void> {
  if (entry.scheme === 'hmac') signHmac(entry, request, ctx)
  else await signAws(entry, request, ctx)
}

/** Members that name a credential field, and whether its value has to be kept secret. */
const fieldMembers: Readonly<Record<string, boolean>> = {
  accessKey: false,
  secretKey: true,
  sessionToken: true,
  secret: true,
  key: true,
}

/** Members of a signature that say what requests carry. */
const carriers: ReadonlySet<unknown> = new Set(['headers', 'basic'])

function reportFields(
  entry: SignEntry | LoginEntry,
  place: DocumentPath,
  definition: ConnectorDefinition,
  report: ProblemReport,
): void {
  const fields = new Map(listCredentialFields(definition).map((field) => [field.id, field]))
  const demand = (id: string, at: DocumentPath, others: readonly string[] = []) => {
    if (!fields.has(id) && !others.includes(id))
      report.add(
        at,
        `there is no credential field "${id}": ${describeUnknownOption(id, [...fields.keys(), ...others])}`,
      )
  }
  const own = entry.scheme === 'hmac' ? messageNames : []
  const visit = (value: unknown, at: DocumentPath) => {
    if (typeof value === 'string')
      for (const name of listSchemeNames(value)) demand(name, at, carriers.has(at[1]) ? [...own, 'signature'] : own)
    else if (typeof value === 'object' && value !== null)
      for (const [member, each] of Object.entries(value)) visit(each, [...at, member])
  }
  for (const [member, value] of Object.entries(entry)) {
    const at = [...place, member]
    const mustBeSecret = Object.hasOwn(fieldMembers, member) ? fieldMembers[member] : undefined
    if (mustBeSecret === undefined) {
      visit(value, at)
      continue
    }
    const id = String(value)
    demand(id, at)
    const field = fields.get(id)
    if (mustBeSecret && field && !isSecret(field)) report.add(at, `"${id}" is shown to people; make it a password`)
  }
}
