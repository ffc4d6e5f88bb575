import { CredentialError } from '../../../errors/index.ts'

/** Where the body of a request has the values of each kind. */
const places = {
  CREDENTIAL_INVALID: 'credentials',
  CREDENTIAL_MISSING: 'credentials',
  VARIABLE_INVALID: 'variables',
} as const

/**
 * Names the members of the body by their whole path: `credentials.api_key`, where the runtime knows `api_key`.
 * @throws CredentialError with these paths
 */
export async function nameMembers<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof CredentialError) || !Object.hasOwn(places, error.code)) throw error
    const place = places[error.code as keyof typeof places]
    const problems = error.problems.map(({ path, message }) => ({
      path: path.startsWith(`${place}.`) ? path : `${place}.${path}`,
      message,
    }))
    const [message = ''] = error.message.split('\n')
    throw new CredentialError(message, { code: error.code, problems })
  }
}
