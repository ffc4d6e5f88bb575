import { type CredentialValues, trimEntered } from '../../auth/credential-values.ts'
import {
  type ConnectorDefinition,
  isSecret,
  listCaptures,
  listCredentialFields,
  listHostNames,
} from '../../define/index.ts'
import { CredentialError, type Problem } from '../../errors/index.ts'

/**
 * Secrets are sent only to the hosts for which they were entered. A person who changes such a host has to enter the
 * secrets again. Otherwise they could send hidden secrets to a server of their own.
 * @param stored existing values
 * @param granted ids of tokens that would stay
 * @throws CredentialError `CREDENTIAL_MISSING` that names each secret, and the field that moves it
 */
export function demandSecretsOfDestination(
  definition: ConnectorDefinition,
  stored: CredentialValues,
  changes: Readonly<Record<string, unknown>>,
  granted: readonly string[] = [],
): void {
  const moved = [...listHostNames(definition)].filter(
    (id) =>
      stored[id] !== undefined && Object.hasOwn(changes, id) && String(trimEntered(changes[id])) !== String(stored[id]),
  )
  if (moved.length === 0) return
  const isAppToken = definition.auth.type === 'oauth2' && definition.auth.config.grant === 'client_credentials'
  const secrets = [
    ...listCredentialFields(definition).filter(isSecret),
    ...listCaptures(definition).filter(({ secret }) => secret === true),
  ].map(({ id }) => id)
  const missing = secrets.filter((id) => stored[id] !== undefined && !Object.hasOwn(changes, id))
  const because = `because ${moved.join(', ')} decides where it is sent`
  const problems: Problem[] = [
    ...missing.map((id) => ({ path: id, message: `is required again, ${because}` })),
    // The app gets its token anew anyway. A person has to grant theirs at the other server.
    ...(isAppToken || granted.length === 0 || changes.access_token !== undefined
      ? []
      : moved.map((path) => ({
          path,
          message: 'decides where the granted access is sent; reconnect with the new value to change it',
        }))),
  ]
  if (problems.length === 0) return
  throw new CredentialError(`The credentials for ${definition.name} were entered for another server:`, {
    code: 'CREDENTIAL_MISSING',
    problems,
  })
}
